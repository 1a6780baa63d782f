// Searches the sections, options and fields of all pages. The index is loaded when it is needed.
const root = document.currentScript.dataset.root;
const field = document.querySelector("input[type=search]");
const results = document.getElementById("search-results");
const maximum = 30;
let isLoaded = false;

function load() {
  if (isLoaded) return;
  isLoaded = true;
  const script = document.createElement("script");
  script.src = `${root}/index.js`;
  script.onload = show;
  document.head.append(script);
}

// Lower is better; undefined if a word is missing.
function rank(words, [, page, section, , title, text]) {
  const name = title.toLowerCase();
  const all = `${name} ${page} ${section} ${text}`.toLowerCase();
  if (!words.every((word) => all.includes(word))) return undefined;
  const names = name.split(/[^\w-]+/);
  return words.reduce((sum, word) =>
    sum + (names.includes(word) || names.includes(`--${word}`) ? 0 : name.includes(word) ? 100 : 200), title.length);
}

// The part of the text around the first word that it contains.
function excerpt(text, words) {
  const found = words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0);
  const start = Math.max(0, Math.min(...found, text.length) - 80);
  return found.length && start > 0 ? `…${text.slice(start, start + 220)}` : text.slice(0, 220);
}

function link([path, page, section, anchor, title, text], words) {
  const element = document.createElement("a");
  element.href = `${root}/${path}${anchor && `#${anchor}`}`;
  const [strong, small, span] = ["strong", "small", "span"].map((tag) => document.createElement(tag));
  strong.textContent = title;
  small.textContent = section ? `${page}, ${section}` : page;
  span.textContent = excerpt(text, words);
  element.append(strong, " ", small, span);
  return element;
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  if (results.hidden || typeof entries === "undefined") return;
  const found = entries.map((entry) => [rank(words, entry), entry]).filter(([rank]) => rank !== undefined)
    .sort(([one], [other]) => one - other).slice(0, maximum);
  const none = document.createElement("p");
  none.textContent = "Nothing was found.";
  results.replaceChildren(...(found.length ? found.map(([, entry]) => link(entry, words)) : [none]));
}

field.addEventListener("focus", load);
field.addEventListener("input", () => { load(); show(); });
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  results.querySelector("a")?.click();
});
// A result on the same page does not load it again.
results.addEventListener("click", () => { results.hidden = true; });
addEventListener("keydown", (event) => {
  if (event.key === "Escape") results.hidden = true;
  if (event.key === "/" && event.target === document.body) { event.preventDefault(); field.focus(); }
});
