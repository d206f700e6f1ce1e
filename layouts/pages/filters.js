"use strict";
/* What pages of cards share: chips and a search that choose what is shown. What is chosen stands in the address after #,
   so that it survives a reload and can be kept as a bookmark. */

const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/* `items` have a kind, colors and text among their data. `only` are further choices: by name, whether an item is so.
   `tell` puts how many are shown, of all, into words. `keep` and `recall` are for what else stands in the address, and
   `busy` says when keys are for something else. */
function chooser({ items, only, tell, keep = () => {}, recall = () => {}, busy = () => false }) {
  const chips = [...document.querySelectorAll(".chip[data-filter]")];
  const sections = [...document.querySelectorAll("section.kind")].map((section) => ({
    section,
    own: items.filter((item) => section.contains(item)),
    count: section.querySelector("h2 small"),
  }));
  const search = document.querySelector("input[type=search]");
  const chosen = { kind: new Set(), color: new Set(), only: new Set() };

  function fits(item, words) {
    const { kind, colors, text } = item.dataset;
    return (!chosen.kind.size || chosen.kind.has(kind))
      && (!chosen.color.size || colors.split(" ").some((color) => chosen.color.has(color)))
      && [...chosen.only].every((name) => only[name](item))
      && words.every((word) => text.includes(word));
  }

  function apply() {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    for (const item of items) item.hidden = !fits(item, words);
    for (const { section, own, count } of sections) {
      const fit = own.filter((item) => !item.hidden).length;
      section.hidden = fit === 0;
      count.textContent = fit === own.length ? `${fit}` : `${fit} of ${own.length}`;
    }
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", String(chosen[chip.dataset.filter].has(chip.dataset.value)));
    }
    const shown = items.filter((item) => !item.hidden);
    document.querySelector(".count").textContent = tell(shown);
    document.querySelector(".chip.clear").hidden = !search.value && Object.values(chosen).every((set) => !set.size);
    document.querySelector("main > .none").hidden = shown.length > 0 || !items.length;
    remember();
  }

  function remember() {
    const state = new URLSearchParams();
    for (const [name, values] of Object.entries(chosen)) {
      for (const value of values) state.append(name, value);
    }
    if (search.value) state.set("q", search.value);
    keep(state);
    // With an empty # behind it, a page that is still loading would go to its top.
    history.replaceState(null, "", state.size ? `#${state}` : location.href.split("#")[0]);
  }

  function read() {
    const state = new URLSearchParams(location.hash.slice(1));
    const known = new Set(chips.map((chip) => `${chip.dataset.filter}=${chip.dataset.value}`));
    for (const [name, values] of Object.entries(chosen)) {
      values.clear();
      for (const value of state.getAll(name)) if (known.has(`${name}=${value}`)) values.add(value);
    }
    search.value = state.get("q") ?? "";
    apply();
    recall(state);
  }

  function clear() {
    search.value = "";
    for (const values of Object.values(chosen)) values.clear();
    apply();
  }

  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const values = chosen[chip.dataset.filter];
      if (!values.delete(chip.dataset.value)) values.add(chip.dataset.value);
      apply();
    });
    if (chip.dataset.filter === "only") {
      const number = items.filter(only[chip.dataset.value]).length;
      chip.querySelector("small").textContent = String(number);
      chip.classList.toggle("empty", number === 0);
    }
  }
  for (const chip of document.querySelectorAll(".chip.clear")) chip.addEventListener("click", clear);
  search.addEventListener("input", apply);
  addEventListener("hashchange", read);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || busy()) return;
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape") {
      clear();
    }
  });
  return { search, read, remember, clear };
}
