/// The part of the script that lays cells out and answers to the reader.
extension ContactSheet {
  /// Blocks of rows, made when they come near the view and taken away when they leave it.
  static let view = #"""

    const grid = make('div');
    grid.id = 'view';
    grid.setAttribute('role', 'list');
    sheet.append(grid);
    const blockRows = 4;
    // Browsers cannot place what is lower than some 17 million pixels.
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
      for (let place = first; place < Math.min(first + blockRows * columns, shown); place++)
        node.append(cell(place));
      // In the order of the entries, which is the order of the Tab key.
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
        // What has the focus stays, or the Tab key would begin anew.
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
    const empty = make('p', 'empty', 'Nothing matches.');
    /** Shows the entries that pass, from the first. */
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
    """#

  /// Loading, controls, keys.
  static let events = #"""

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
        const select = find(id), value = select.value || wishes.get(id) || '';
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

    // The choices are kept in the address, so that a reload shows the same.
    const wishes = new URLSearchParams(location.hash.slice(1));
    const restore = () => {
      find('text').value = wishes.get('text') || '';
      if (Object.hasOwn(keys, wishes.get('sort'))) find('sort').value = wishes.get('sort');
      find('direction').setAttribute('aria-pressed', String(wishes.has('reverse')));
    };
    const choose = () => {
      const kept = new URLSearchParams();
      for (const id of ['text', 'show', 'format', 'source']) {
        wishes.delete(id);
        if (find(id).value) kept.set(id, find(id).value);
      }
      if (find('sort').value !== 'input') kept.set('sort', find('sort').value);
      if (find('direction').getAttribute('aria-pressed') === 'true') kept.set('reverse', '');
      const text = kept.toString();
      history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
      refresh();
    };

    let isWhole = false, lastRefresh = -Infinity;
    const take = () => {
      for (const node of sheet.querySelectorAll(':scope > script[type="application/json"]')) {
        // The last one may not have come to its end.
        if (!isWhole && !node.nextElementSibling) break;
        for (const entry of JSON.parse(node.textContent)) add(entry);
        // Both forms of the chunk: the plain one is text here, and twice as long.
        if (node.previousElementSibling?.localName === 'noscript')
          node.previousElementSibling.remove();
        node.remove();
      }
      // A long page is shown while it loads, but each time costs a look at all of it.
      if (!isWhole && (!entries.length || performance.now() - lastRefresh < 400)) return;
      summarize();
      refresh();
      lastRefresh = performance.now();
    };
    const loading = new MutationObserver(take);
    loading.observe(sheet, { childList: true });
    document.addEventListener('DOMContentLoaded', () => {
      loading.disconnect();
      isWhole = true;
      take();
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
      // The same entries stay in view.
      const top = Math.max(0, -grid.getBoundingClientRect().top);
      const place = Math.floor(top / rowHeight) * columns;
      width = grid.clientWidth;
      drop(0);
      measure();
      resize();
      if (top > 0) scrollTo(0, scrollY + grid.getBoundingClientRect().top
        + Math.floor(place / columns) * rowHeight);
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
      const place = Number(from.dataset.place) + step();
      if (place < 0 || place >= Math.min(matches.length, limit)) return;
      const index = Math.floor(place / (blockRows * columns));
      if (!blocks.has(index)) build(index);
      blocks.get(index).children[place % (blockRows * columns)].firstElementChild.focus();
    });
    addEventListener('keydown', (event) => {
      const isTyping = event.target.matches?.('input, select');
      if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        find('text').focus();
      }
    });

    """#
}
