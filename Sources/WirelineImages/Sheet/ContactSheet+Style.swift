extension ContactSheet {
  /// The page's style sheet.
  static let style = #"""

    :root {
      color-scheme: light dark;
      --page: #fafaf9; --card: #ffffff; --line: #e4e3e0; --text: #1c1b19; --dim: #6a6862;
      --link: #1d4f91; --mat: #f3f2f0; --check: #e6e4e1; --odd: #8a5a00; --odd-back: #fbf1dc;
      --bad: #a3261d; --bad-back: #fcf1ef; --bad-line: #f0d3cf; --focus: #2f6fd0;
      --thumb: 9.5rem; --caption: 5.9rem; --gap: 0.875rem;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #151514; --card: #1e1e1c; --line: #32312e; --text: #eceae5; --dim: #a09d96;
        --link: #9cc0f5; --mat: #262523; --check: #33322f; --odd: #e8bd6a; --odd-back: #33290f;
        --bad: #f0948a; --bad-back: #2a1a18; --bad-line: #4a2a26; --focus: #7fb0ff;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; display: flex; flex-direction: column; min-height: 100vh;
      background: var(--page); color: var(--text);
      font: 0.8125rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      font-variant-numeric: tabular-nums;
    }
    header, .totals, #controls, main { padding-inline: clamp(0.75rem, 2vw, 1.75rem); }
    header { order: -2; display: flex; flex-wrap: wrap; align-items: baseline;
      gap: 0.15rem 1rem; padding-block: 1.1rem 0.35rem; }
    /* Last in the file, because they are known last; first on the page. */
    .totals { order: -1; display: block; padding-block: 0 0.75rem; color: var(--dim); }
    h1 { margin: 0; font-size: 1.125rem; font-weight: 600; letter-spacing: -0.01em;
      overflow-wrap: anywhere; }
    p { margin: 0; }
    #totals { color: var(--dim); }
    #controls { order: -1; position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap;
      align-items: center; gap: 0.5rem 0.875rem; padding-block: 0.6rem;
      background: var(--page); border-bottom: 1px solid var(--line); }
    #controls[hidden] { display: none; }
    label { color: var(--dim); white-space: nowrap; }
    input, select, button { font: inherit; color: var(--text); background: var(--card);
      border: 1px solid var(--line); border-radius: 0.375rem; padding: 0.3rem 0.55rem;
      max-width: 13rem; }
    input { flex: 1 1 14rem; max-width: 26rem; min-width: 0; }
    input::placeholder { color: var(--dim); opacity: 1; }
    button[aria-pressed="true"] { background: var(--text); color: var(--page);
      border-color: var(--text); }
    #shown { margin-inline-start: auto; color: var(--dim); }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    main { padding-block: var(--gap) 2.5rem; }
    #view { position: relative; }
    .block { position: absolute; inset-inline: 0; }
    .grid, .block { display: grid; gap: var(--gap); margin: 0; padding: 0; list-style: none;
      grid-template-columns: repeat(var(--columns, auto-fill), minmax(min(11.5rem, 44%), 1fr)); }
    .grid { content-visibility: auto; contain-intrinsic-size: auto 36000px;
      margin-block-end: var(--gap); }
    .cell { contain: content; position: relative; display: flex; flex-direction: column;
      min-width: 0; overflow: hidden; background: var(--card); border: 1px solid var(--line);
      border-radius: 0.5rem; }
    .block .cell { height: calc(var(--thumb) + var(--caption)); }
    .thumb { flex: none; display: flex; align-items: center; justify-content: center;
      aspect-ratio: 4 / 3; padding: 0.5rem; background: var(--mat); color: var(--dim);
      text-decoration: none; overflow: hidden; }
    .block .thumb { aspect-ratio: auto; height: var(--thumb); }
    a.thumb:focus-visible, .reason:focus-visible { outline-offset: -3px; }
    .thumb img { display: block; max-width: 100%; max-height: 100%; object-fit: contain; }
    .thumb .seen, .grid img {
      background: repeating-conic-gradient(var(--check) 0 25%, var(--card) 0 50%) 0 0 / 1rem 1rem; }
    .note { min-width: 0; padding: 0.5rem; text-align: center; overflow-wrap: anywhere; }
    .reason { flex-direction: column; align-items: flex-start; justify-content: flex-start;
      gap: 0.25rem; padding: 0.75rem; overflow: auto; background: var(--bad-back);
      color: var(--text); overflow-wrap: anywhere; }
    .reason b { color: var(--bad); font-weight: 600; }
    .failed { border-color: var(--bad-line); }
    .caption { display: flex; flex-direction: column; gap: 0.1rem; min-width: 0;
      padding: 0.5rem 0.7rem 0.55rem; border-top: 1px solid var(--line); }
    .failed .caption { border-color: var(--bad-line); }
    .caption > * { overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
      unicode-bidi: isolate; }
    .name { color: var(--text); font-weight: 500; text-decoration: none; }
    .grid .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3;
      white-space: normal; overflow-wrap: anywhere; }
    a.name:hover, a.name:focus-visible { color: var(--link); text-decoration: underline; }
    .host, .facts, .tags { color: var(--dim); font-size: 0.75rem; }
    .tag { margin-inline-end: 0.4rem; }
    .odd { padding: 0 0.35rem; border-radius: 0.25rem; background: var(--odd-back);
      color: var(--odd); }
    /* The whole URL, over the thumbnail's lower edge, where pointer or focus is. */
    .url { position: absolute; inset-inline: 0; top: 0; max-height: var(--thumb); display: none;
      align-items: flex-end; height: var(--thumb); pointer-events: none; }
    .url span { width: 100%; max-height: 100%; overflow: hidden; padding: 0.4rem 0.7rem;
      background: var(--card); border-top: 1px solid var(--line); overflow-wrap: anywhere;
      font: 0.6875rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
      unicode-bidi: isolate; }
    .cell:not(.failed):hover .url, .cell:not(.failed):focus-within .url { display: flex; }
    .cell:hover, .cell:focus-within { border-color: var(--dim); }
    .empty { padding: 4rem 1rem; text-align: center; color: var(--dim); }
    @media (max-width: 40rem) { #controls { position: static; } }
    @media (forced-colors: active) { .cell, .reason { border-color: CanvasText; } }
    @media print { #controls { display: none; } }

    """#
}
