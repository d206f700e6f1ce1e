"use strict";
/* Filters, the opened card, and the reload of a watched page. What is chosen stands in the address after #, so that it
   survives a reload and can be kept as a bookmark. */
(() => {
  const cards = [...document.querySelectorAll(".card")];
  const chips = [...document.querySelectorAll(".chip[data-filter]")];
  const sections = [...document.querySelectorAll("section.kind")];
  const search = document.querySelector("input[type=search]");
  const count = document.querySelector(".count");
  const none = document.querySelector("main > .none");
  const dialog = document.querySelector("dialog");
  const opened = dialog.querySelector(".opened");
  const chosen = { kind: new Set(), color: new Set(), only: new Set() };
  let openCard = null;

  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

  function matches(card, words) {
    const data = card.dataset;
    const colors = data.colors.split(" ");
    return (!chosen.kind.size || chosen.kind.has(data.kind))
      && (!chosen.color.size || colors.some((color) => chosen.color.has(color)))
      && (!chosen.only.has("changed") || data.status !== "")
      && (!chosen.only.has("problems") || data.problems !== "0")
      && words.every((word) => data.text.includes(word));
  }

  function apply() {
    const words = plain(search.value).split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const section of sections) {
      const own = [...section.querySelectorAll(".card")];
      const fit = own.filter((card) => (card.hidden = !matches(card, words)) === false).length;
      section.hidden = fit === 0;
      section.querySelector("h2 small").textContent = fit === own.length ? `${fit}` : `${fit} of ${own.length}`;
      shown += fit;
    }
    for (const chip of chips) {
      chip.setAttribute("aria-pressed", String(chosen[chip.dataset.filter].has(chip.dataset.value)));
    }
    const filtered = Boolean(search.value) || Object.values(chosen).some((set) => set.size);
    count.textContent = shown === cards.length ? plural(shown, "card") : `${shown} of ${plural(cards.length, "card")}`;
    document.querySelector(".chip.clear").hidden = !filtered;
    none.hidden = shown > 0 || !cards.length;
    keep();
  }

  function keep() {
    const state = new URLSearchParams();
    for (const [name, values] of Object.entries(chosen)) {
      for (const value of values) state.append(name, value);
    }
    if (search.value) state.set("q", search.value);
    if (openCard) state.set("card", openCard.dataset.id);
    history.replaceState(null, "", `#${state}`);
  }

  function recall() {
    const state = new URLSearchParams(location.hash.slice(1));
    const known = new Set(chips.map((chip) => `${chip.dataset.filter}=${chip.dataset.value}`));
    for (const [name, values] of Object.entries(chosen)) {
      values.clear();
      for (const value of state.getAll(name)) if (known.has(`${name}=${value}`)) values.add(value);
    }
    search.value = state.get("q") ?? "";
    const card = cards.find((each) => each.dataset.id === state.get("card"));
    apply();
    if (card) open(card);
  }

  function clear() {
    search.value = "";
    for (const values of Object.values(chosen)) values.clear();
    apply();
  }

  function open(card) {
    openCard = card;
    dialog.querySelector("h2").textContent = card.getAttribute("aria-label");
    const faces = card.querySelector(".faces").cloneNode(true);
    const side = document.createElement("div");
    side.className = "side";
    const badge = card.querySelector(".badge");
    if (badge) side.append(badge.cloneNode(true));
    const problems = card.querySelector(":scope > .problems");
    if (problems) side.append(problems.cloneNode(true));
    const record = card.querySelector(".record").cloneNode(true);
    record.hidden = false;
    side.append(record);
    opened.replaceChildren(faces, side);
    if (!dialog.open) dialog.showModal();
    keep();
  }

  function step(by) {
    const shown = cards.filter((card) => !card.hidden);
    const at = shown.indexOf(openCard);
    if (shown.length) open(shown[(at + by + shown.length) % shown.length]);
  }

  for (const name of ["changed", "problems"]) {
    const small = document.querySelector(`.chip[data-value="${name}"][data-filter="only"] small`);
    const number = cards.filter((card) => name === "changed" ? card.dataset.status : card.dataset.problems !== "0").length;
    if (small) {
      small.textContent = String(number);
      small.parentElement.classList.toggle("empty", number === 0);
    }
  }

  search.addEventListener("input", apply);
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const values = chosen[chip.dataset.filter];
      if (!values.delete(chip.dataset.value)) values.add(chip.dataset.value);
      apply();
    });
  }
  for (const chip of document.querySelectorAll(".chip.clear")) chip.addEventListener("click", clear);
  for (const card of cards) {
    card.addEventListener("click", (event) => {
      if (event.target.closest("figure, .blank, button.open")) open(card);
    });
  }
  for (const button of dialog.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(Number(button.dataset.step)));
  }
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => {
    const button = openCard && openCard.querySelector("button.open");
    openCard = null;
    keep();
    if (button) button.focus();
  });
  addEventListener("hashchange", recall);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (dialog.open) {
      if (event.key === "ArrowLeft") step(-1);
      if (event.key === "ArrowRight") step(1);
    } else if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape") {
      clear();
    }
  });
  recall();

  /* A watched page looks at the size of a picture beside it, which changes with every page made. */
  const stamp = document.documentElement.dataset.stamp;
  if (!stamp) return;
  const place = `scroll ${location.pathname}`;
  const kept = JSON.parse(sessionStorage.getItem(place) ?? "null");
  if (kept) {
    sessionStorage.removeItem(place);
    scrollTo(0, kept.top);
    opened.scrollTop = kept.openedTop;
    if (kept.typing) {
      search.focus();
      search.setSelectionRange(...kept.typing);
    }
  }
  const refused = kept ? kept.refused : "";
  setInterval(() => {
    const image = new Image();
    image.addEventListener("load", () => {
      const now = `${image.naturalWidth}x${image.naturalHeight}`;
      if (now === stamp || now === refused) return;
      const typing = document.activeElement === search && [search.selectionStart, search.selectionEnd];
      sessionStorage.setItem(place, JSON.stringify({ top: scrollY, openedTop: opened.scrollTop, typing, refused: now }));
      location.reload();
    });
    image.src = `stamp.svg?${Date.now()}`;
  }, 500);
})();
