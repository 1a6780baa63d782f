#!/usr/bin/env python3
"""djangorestframework: its three paginators, read with every --paginate method."""
import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="none", USE_TZ=True,
    INSTALLED_APPS=["rest_framework"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "rows.sqlite"}},
    REST_FRAMEWORK={"DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
                    "DEFAULT_AUTHENTICATION_CLASSES": [], "UNAUTHENTICATED_USER": None})
django.setup()

# After setup(), as Django demands.
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework import generics, pagination, serializers  # noqa: E402

from loopback import check, records, run, serving  # noqa: E402


class Row(models.Model):
    name = models.TextField()

    class Meta:
        app_label = "rows"


class RowSerializer(serializers.ModelSerializer):
    class Meta:
        model = Row
        fields = ["id", "name"]


class Numbers(pagination.PageNumberPagination):
    page_size = 70


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 70
    max_limit = 90


class Cursors(pagination.CursorPagination):
    page_size = 70
    ordering = "-id"


def view(paginator):
    return generics.ListAPIView.as_view(
        queryset=Row.objects.order_by("id"), serializer_class=RowSerializer,
        pagination_class=paginator)


urlpatterns = [path("numbers/", view(Numbers)), path("offsets/", view(Offsets)),
               path("cursors/", view(Cursors))]

with connection.schema_editor() as editor:
    editor.create_model(Row)
Row.objects.bulk_create(Row(name=f"zeile {n} äöü") for n in range(1100))
Row.objects.filter(id__in=range(11, 1101, 11)).delete()
# Of 1,000 rows.
IDS = list(Row.objects.order_by("id").values_list("id", flat=True))

application = get_wsgi_application()
requests = []


def counted(environment, start_response):
    requests.append(environment["PATH_INFO"])
    return application(environment, start_response)


PAGES = -(-len(IDS) // 70)
WALKS = [
    ("numbers", "next=/next", PAGES),
    # The page after the last has status 404.
    ("numbers", "page=page", PAGES + 1),
    ("offsets", "next=/next", PAGES),
    ("offsets", "offset=offset,limit=limit,size=60", -(-len(IDS) // 60)),
    # More than max_limit.
    ("offsets", "offset=offset,limit=limit,size=500", -(-len(IDS) // 90)),
    ("cursors", "next=/next", PAGES),
]

with serving(counted) as url:
    for name, method, count in WALKS:
        for lines in "", f"{url}/{name}/\n":
            requests.clear()
            process = run("req", "--paginate", method, "--each", "/results",
                          *([] if lines else [f"{url}/{name}/"]), lines=lines)
            ids = [record.get("id") for record in records(process)]
            what = f"paginators: {name} with {method}"
            check(process.returncode == 0 and not process.stderr, f"{what} failed", process)
            check(ids == (IDS[::-1] if name == "cursors" else IDS), f"{what}: other ids", process)
            check(len(requests) == count, f"{what}: {len(requests)} requests, not {count}")
