// Reads the chunks of entries while they load, and keeps only the cells near the viewport in the
// document, so that 100,000 entries render as fast as 100.
//
// Text is inserted with textContent and attributes only. Markup is never built from strings, which
// the policy (require-trusted-types-for) would block.
(() => {
'use strict';
// The elements of an entry, in the order of ContactSheet.swift.
const URL_TEXT = 0, FILE = 1, FORMAT = 2, WIDTH = 3, HEIGHT = 4, BYTES = 5, SOURCE = 6,
  FLAGS = 7, CODE = 8, MESSAGE = 9, CAPTIONS = 10;
const find = (id) => document.getElementById(id);
const sheet = find('sheet');
const entries = [];
const totals = {
  failed: 0, flagged: 0, bytes: 0, formats: new Map(), sources: new Map(), codes: new Map(),
};
const count = (map, key) => map.set(key, (map.get(key) || 0) + 1);
const number = (value) => value.toLocaleString('en');
const size = (bytes) => {
  if (bytes < 1024) return `${bytes} B`;
  let value = bytes / 1024, unit = 0;
  for (; value >= 1023.5 && unit < 3; unit++) value /= 1024;
  const digits = Math.round(value * 10) < 100 ? value.toFixed(1) : number(Math.round(value));
  return `${digits} ${['KiB', 'MiB', 'GiB', 'TiB'][unit]}`;
};
const nameOf = (entry) => {
  const path = entry[URL_TEXT].split(/[?#]/, 1)[0].replace(/\/+$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || entry[URL_TEXT] || '(no URL)';
};
/** The names and values of the copied fields. */
const captionsOf = (entry) => {
  const pairs = [];
  for (let at = CAPTIONS; at < entry.length; at += 2) pairs.push([entry[at], entry[at + 1]]);
  return pairs;
};
const add = (entry) => {
  entries.push(entry);
  if (entry[FLAGS].length) totals.flagged++;
  if (entry[SOURCE]) count(totals.sources, entry[SOURCE]);
  // A line more in every cell, as cells have the same height.
  if (entry.length > CAPTIONS) document.documentElement.classList.add('captioned');
  if (entry[CODE]) {
    totals.failed++;
    count(totals.codes, entry[CODE]);
    return;
  }
  if (entry[BYTES] > 0) totals.bytes += entry[BYTES];
  if (entry[FORMAT]) count(totals.formats, entry[FORMAT]);
};

/** The displayed entries, as indices of `entries`. */
let matches = [];
const passes = () => {
  const text = find('text').value.trim().toLowerCase(), show = find('show').value;
  const format = find('format').value, source = find('source').value;
  const shows = {
    '': () => true, images: (entry) => !entry[CODE], failed: (entry) => entry[CODE],
    flagged: (entry) => entry[FLAGS].length,
  }[show] || ((entry) => `code ${entry[CODE]}` === show);
  const has = (value) => value && value.toLowerCase().includes(text);
  return (entry) => shows(entry) && (!format || entry[FORMAT] === format)
    && (!source || entry[SOURCE] === source)
    && (!text || has(entry[URL_TEXT]) || has(entry[CODE]) || has(entry[MESSAGE])
      || entry[FLAGS].some(has) || captionsOf(entry).some(([, value]) => has(value)));
};
/** The sort keys. Undefined, for unknown values, is sorted last in either direction. */
const keys = {
  pixels: (entry) => entry[WIDTH] * entry[HEIGHT] || undefined,
  bytes: (entry) => entry[BYTES] < 0 ? undefined : entry[BYTES],
  name: (entry) => nameOf(entry).toLowerCase(),
};
const arrange = (list) => {
  const key = keys[find('sort').value];
  const isReversed = find('direction').getAttribute('aria-pressed') === 'true';
  if (!key) return isReversed ? list.reverse() : list;
  // Largest first, names from a to z, equal entries in input order.
  const way = (find('sort').value === 'name') === isReversed ? -1 : 1;
  const known = [], unknown = [];
  const values = new Map(list.map((index) => [index, key(entries[index])]));
  for (const index of list) (values.get(index) === undefined ? unknown : known).push(index);
  known.sort((a, b) => {
    const first = values.get(a), second = values.get(b);
    return first === second ? a - b : first < second ? -way : way;
  });
  return known.concat(unknown);
};

const make = (tag, name, text) => {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  return node;
};
const link = (node, target) => {
  node.href = target;
  node.target = '_blank';
  node.rel = 'noopener noreferrer';
  return node;
};
const reason = (entry) => {
  const box = make('div', 'thumb reason');
  box.tabIndex = 0;
  box.append(make('b', '', entry[CODE]), make('span', '', entry[MESSAGE] || ''));
  return box;
};
const thumb = (entry) => {
  if (entry[CODE]) return reason(entry);
  // An opened SVG runs its scripts; one in an img element does not.
  const opens = entry[FILE] && entry[FORMAT] !== 'svg';
  const box = opens ? link(make('a', 'thumb'), entry[FILE]) : make('div', 'thumb');
  if (opens) box.setAttribute('aria-label', `Open ${nameOf(entry)}`);
  else box.tabIndex = 0;
  if (!entry[FILE]) {
    box.append(make('span', 'note', 'no file'));
    return box;
  }
  const image = make('img');
  image.loading = 'lazy';
  image.decoding = 'async';
  image.alt = '';
  image.addEventListener('error', () => {
    image.replaceWith(make('span', 'note', `${entry[FORMAT] || 'file'}: cannot be displayed`));
  });
  image.addEventListener('load', () => image.classList.add('seen'));
  image.src = entry[FILE];
  box.append(image);
  return box;
};
const caption = (entry) => {
  const isWeb = /^https?:\/\//i.test(entry[URL_TEXT]);
  const name = make(isWeb ? 'a' : 'span', 'name', nameOf(entry));
  if (isWeb) link(name, entry[URL_TEXT]);
  const facts = [];
  if (entry[WIDTH] && entry[HEIGHT]) facts.push(`${entry[WIDTH]} × ${entry[HEIGHT]}`);
  if (entry[BYTES] >= 0) facts.push(size(entry[BYTES]));
  if (entry[FORMAT]) facts.push(entry[FORMAT]);
  const tags = make('span', 'tags');
  if (entry[SOURCE]) tags.append(make('span', 'tag', entry[SOURCE]));
  for (const flag of entry[FLAGS]) tags.append(make('span', 'tag odd', flag));
  tags.title = tags.childElementCount > 1 ? entry[FLAGS].join(', ') : '';
  const box = make('div', 'caption');
  const captions = captionsOf(entry);
  if (captions.length) {
    const copied = make('span', 'copied', captions.map(([, value]) => value).join(' · '));
    copied.title = captions.map(([name, value]) => `${name}: ${value}`).join('\n');
    box.append(copied);
  }
  const host = entry[URL_TEXT].replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0];
  box.append(name, make('span', 'host', isWeb ? host : ''),
    make('span', 'facts', facts.join(' · ')), tags);
  return box;
};
const cell = (position) => {
  const entry = entries[matches[position]];
  const node = make('div', entry[CODE] ? 'cell failed' : 'cell');
  node.setAttribute('role', 'listitem');
  node.setAttribute('aria-setsize', matches.length);
  node.setAttribute('aria-posinset', position + 1);
  node.dataset.position = position;
  node.title = entry[CODE] ? entry[URL_TEXT] : '';
  const full = make('div', 'url');
  full.setAttribute('aria-hidden', 'true');
  full.append(make('span', '', entry[URL_TEXT]));
  node.append(thumb(entry), caption(entry), full);
  return node;
};

const grid = make('div');
grid.id = 'view';
grid.setAttribute('role', 'list');
sheet.append(grid);
const blockRows = 4;
// Browsers cannot position elements below about 17 million pixels.
const highest = 15e6;
const blocks = new Map();
let columns = 1, rowHeight = 1, limit = 0;
const measure = () => {
  const style = getComputedStyle(document.documentElement);
  const rem = parseFloat(style.fontSize);
  const gap = parseFloat(style.getPropertyValue('--gap')) * rem;
  const caption = parseFloat(style.getPropertyValue('--caption')) * rem;
  const width = grid.clientWidth;
  const least = Math.min(12.5 * rem, (width - gap) / 2);
  columns = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const height = Math.round((width - gap * (columns - 1)) / columns * 0.75);
  rowHeight = height + caption + gap;
  limit = Math.floor(highest / rowHeight) * columns;
  grid.style.setProperty('--columns', columns);
  grid.style.setProperty('--thumb', `${height}px`);
};
const drop = (from) => {
  for (const [index, node] of blocks) if (index >= from) {
    node.remove();
    blocks.delete(index);
  }
};
const build = (index) => {
  const node = make('div', 'block');
  const first = index * blockRows * columns, shown = Math.min(matches.length, limit);
  node.style.top = `${index * blockRows * rowHeight}px`;
  for (let position = first; position < Math.min(first + blockRows * columns, shown); position++)
    node.append(cell(position));
  // Inserts the block in the order of the entries, which the Tab key follows.
  let after = null, nearest = Infinity;
  for (const [other, there] of blocks) if (other > index && other < nearest) {
    nearest = other;
    after = there;
  }
  grid.insertBefore(node, after);
  blocks.set(index, node);
};
const paint = () => {
  const rows = Math.ceil(Math.min(matches.length, limit) / columns);
  const height = blockRows * rowHeight, top = -grid.getBoundingClientRect().top;
  const last = Math.ceil(rows / blockRows) - 1;
  const from = Math.max(0, Math.floor((top - innerHeight) / height));
  const to = Math.min(last, Math.floor((top + 2 * innerHeight) / height));
  for (const [index, node] of blocks) {
    // Retains the focused cell, or the Tab key would start over.
    if ((index < from || index > to) && !node.contains(document.activeElement)) {
      node.remove();
      blocks.delete(index);
    }
  }
  for (let index = from; index <= to; index++) if (!blocks.has(index)) build(index);
};
const resize = () => {
  const shown = Math.min(matches.length, limit);
  grid.style.height = `${Math.ceil(shown / columns) * rowHeight}px`;
  find('shown').textContent = shown < matches.length
    ? `first ${number(shown)} of ${number(matches.length)}`
    : matches.length < entries.length
      ? `${number(matches.length)} of ${number(entries.length)}` : '';
};
const empty = make('p', 'empty', 'No matches');
/** Filters and sorts again, and shows the first matches. */
const refresh = () => {
  const passing = passes();
  const list = [];
  for (let index = 0; index < entries.length; index++)
    if (passing(entries[index])) list.push(index);
  matches = arrange(list);
  drop(0);
  measure();
  resize();
  if (matches.length) empty.remove();
  else sheet.append(empty);
  const above = grid.getBoundingClientRect().top - find('controls').offsetHeight;
  if (above < 0) scrollBy(0, above);
  paint();
};

const plural = (value, one, many) => `${number(value)} ${value === 1 ? one : many}`;
const summarize = () => {
  const images = entries.length - totals.failed;
  find('totals').textContent = [
    plural(entries.length, 'entry', 'entries'), plural(images, 'image', 'images'),
    `${number(totals.failed)} failed`, size(totals.bytes),
  ].join(' · ');
  const frequent = (map) => [...map].sort((a, b) => b[1] - a[1]);
  const option = ([value, amount, label]) => {
    const node = make('option', '', `${label || value} (${number(amount)})`);
    node.value = value;
    return node;
  };
  const fill = (id, options, group) => {
    const select = find(id), value = select.value || settings.get(id) || '';
    select.replaceChildren(...options.map(option));
    if (group && group.length) {
      const inner = make('optgroup');
      inner.label = 'failed with';
      inner.append(...group.map(option));
      select.append(inner);
    }
    select.value = value;
    if (select.selectedIndex < 0) select.value = '';
  };
  fill('show', [
    ['', entries.length, 'all'], ['images', images], ['failed', totals.failed],
    ['flagged', totals.flagged],
  ], frequent(totals.codes).map(([code, amount]) => [`code ${code}`, amount, code]));
  fill('format', [['', images, 'all'], ...frequent(totals.formats)]);
  fill('source', [['', entries.length, 'all'], ...frequent(totals.sources)]);
};

// The URL's fragment stores the filters, so that they survive a reload.
const settings = new URLSearchParams(location.hash.slice(1));
const restore = () => {
  find('text').value = settings.get('text') || '';
  if (Object.hasOwn(keys, settings.get('sort'))) find('sort').value = settings.get('sort');
  find('direction').setAttribute('aria-pressed', String(settings.has('reverse')));
};
const choose = () => {
  const saved = new URLSearchParams();
  for (const id of ['text', 'show', 'format', 'source']) {
    settings.delete(id);
    if (find(id).value) saved.set(id, find(id).value);
  }
  if (find('sort').value !== 'input') saved.set('sort', find('sort').value);
  if (find('direction').getAttribute('aria-pressed') === 'true') saved.set('reverse', '');
  const text = saved.toString();
  history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
  refresh();
};

let isComplete = false, lastRefresh = -Infinity;
const load = () => {
  for (const node of sheet.querySelectorAll(':scope > script[type="application/json"]')) {
    // The last chunk may be incomplete.
    if (!isComplete && !node.nextElementSibling) break;
    for (const entry of JSON.parse(node.textContent)) add(entry);
    node.remove();
  }
  // Refreshes at intervals while a long page loads, as each refresh costs a pass over all entries.
  if (!isComplete && (!entries.length || performance.now() - lastRefresh < 400)) return;
  summarize();
  refresh();
  lastRefresh = performance.now();
};
const loading = new MutationObserver(load);
loading.observe(sheet, { childList: true });
document.addEventListener('DOMContentLoaded', () => {
  loading.disconnect();
  isComplete = true;
  load();
});

restore();
find('controls').hidden = false;
let waiting = 0, isPainting = false;
find('text').addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(choose, 120);
});
for (const id of ['show', 'format', 'source', 'sort'])
  find(id).addEventListener('change', choose);
find('direction').addEventListener('click', () => {
  const isPressed = find('direction').getAttribute('aria-pressed') === 'true';
  find('direction').setAttribute('aria-pressed', String(!isPressed));
  choose();
});
addEventListener('scroll', () => {
  if (isPainting) return;
  isPainting = true;
  requestAnimationFrame(() => {
    isPainting = false;
    paint();
  });
}, { passive: true });
let width = 0;
new ResizeObserver(() => {
  if (grid.clientWidth === width) return;
  // Scrolls back to the entries that were in view.
  const top = Math.max(0, -grid.getBoundingClientRect().top);
  const position = Math.floor(top / rowHeight) * columns;
  width = grid.clientWidth;
  drop(0);
  measure();
  resize();
  if (top > 0) scrollTo(0, scrollY + grid.getBoundingClientRect().top
    + Math.floor(position / columns) * rowHeight);
  paint();
}).observe(sheet);

const steps = {
  ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: () => -columns, ArrowDown: () => columns,
};
grid.addEventListener('keydown', (event) => {
  const step = steps[event.key];
  const from = event.target.closest('.cell');
  if (!step || !from || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const position = Number(from.dataset.position) + step();
  if (position < 0 || position >= Math.min(matches.length, limit)) return;
  const index = Math.floor(position / (blockRows * columns));
  if (!blocks.has(index)) build(index);
  blocks.get(index).children[position % (blockRows * columns)].firstElementChild.focus();
});
addEventListener('keydown', (event) => {
  const isTyping = event.target.matches?.('input, select');
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    find('text').focus();
  }
});
})();
