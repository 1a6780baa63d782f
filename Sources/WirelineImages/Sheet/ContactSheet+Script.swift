extension ContactSheet {
  /// The page's script: reads the chunks as they load and keeps in the document only the cells
  /// near the view, so that a hundred thousand entries cost no more to show than a hundred.
  ///
  /// Texts reach the document through `textContent` and attributes alone; no markup is made from
  /// strings, which the page's policy (`require-trusted-types-for`) would refuse.
  static let script = "\n(() => {" + data + choice + cells + view + events + "})();\n"

  /// What was read: an entry is the array that `ContactSheet.record` writes.
  private static let data = #"""

    'use strict';
    const URL_TEXT = 0, FILE = 1, FORMAT = 2, WIDTH = 3, HEIGHT = 4, BYTES = 5, SOURCE = 6,
      FLAGS = 7, CODE = 8, MESSAGE = 9;
    const find = (id) => document.getElementById(id);
    const sheet = find('sheet');
    const entries = [];
    const totals = {
      failed: 0, flagged: 0, bytes: 0, formats: new Map(), sources: new Map(), codes: new Map(),
    };
    const count = (map, key) => map.set(key, (map.get(key) || 0) + 1);
    const number = (value) => value.toLocaleString('en');
    const size = (bytes) => {
      if (bytes < 1000) return `${bytes} B`;
      let value = bytes / 1000, unit = 0;
      for (; value >= 999.5 && unit < 3; unit++) value /= 1000;
      const digits = Math.round(value * 10) < 100 ? value.toFixed(1) : number(Math.round(value));
      return `${digits} ${['kB', 'MB', 'GB', 'TB'][unit]}`;
    };
    const nameOf = (entry) => {
      const path = entry[URL_TEXT].split(/[?#]/, 1)[0].replace(/\/+$/, '');
      return path.slice(path.lastIndexOf('/') + 1) || entry[URL_TEXT] || '(no URL)';
    };
    const add = (entry) => {
      entries.push(entry);
      if (entry[FLAGS].length) totals.flagged++;
      if (entry[SOURCE]) count(totals.sources, entry[SOURCE]);
      if (entry[CODE]) {
        totals.failed++;
        count(totals.codes, entry[CODE]);
        return;
      }
      if (entry[BYTES] > 0) totals.bytes += entry[BYTES];
      if (entry[FORMAT]) count(totals.formats, entry[FORMAT]);
    };
    """#

  /// Which entries are shown, in which order.
  private static let choice = #"""

    /** Entries shown, as indices of `entries`. */
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
          || entry[FLAGS].some(has));
    };
    /** What is sorted by; undefined, which comes last either way, where it is unknown. */
    const keys = {
      pixels: (entry) => entry[WIDTH] * entry[HEIGHT] || undefined,
      bytes: (entry) => entry[BYTES] < 0 ? undefined : entry[BYTES],
      name: (entry) => nameOf(entry).toLowerCase(),
    };
    const arrange = (list) => {
      const key = keys[find('sort').value];
      const isReversed = find('direction').getAttribute('aria-pressed') === 'true';
      if (!key) return isReversed ? list.reverse() : list;
      // The largest first, names from a to z; entries that are alike as they came.
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
    """#

  /// One cell.
  private static let cells = #"""

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
      // An SVG opened by itself runs the scripts in it; as a picture it does not.
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
        image.replaceWith(make('span', 'note', `${entry[FORMAT] || 'file'}: not shown here`));
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
      const place = entry[URL_TEXT].replace(/^https?:\/\//i, '').split(/[/?#]/, 1)[0];
      box.append(name, make('span', 'host', isWeb ? place : ''),
        make('span', 'facts', facts.join(' · ')), tags);
      return box;
    };
    const cell = (place) => {
      const entry = entries[matches[place]];
      const node = make('div', entry[CODE] ? 'cell failed' : 'cell');
      node.setAttribute('role', 'listitem');
      node.setAttribute('aria-setsize', matches.length);
      node.setAttribute('aria-posinset', place + 1);
      node.dataset.place = place;
      node.title = entry[CODE] ? entry[URL_TEXT] : '';
      const full = make('div', 'url');
      full.setAttribute('aria-hidden', 'true');
      full.append(make('span', '', entry[URL_TEXT]));
      node.append(thumb(entry), caption(entry), full);
      return node;
    };
    """#
}
