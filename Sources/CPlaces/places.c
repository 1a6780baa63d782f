#include "CPlaces.h"

// #embed is part of C23, and an extension of clang before that.
#pragma clang diagnostic ignored "-Wc23-extensions"

const unsigned char wireline_places_bytes[] = {
#embed "places.txt"
};
const long wireline_places_count = sizeof wireline_places_bytes;

const unsigned char wireline_areas_bytes[] = {
#embed "areas.txt"
};
const long wireline_areas_count = sizeof wireline_areas_bytes;

const unsigned char wireline_regions_bytes[] = {
#embed "regions.txt"
};
const long wireline_regions_count = sizeof wireline_regions_bytes;
