/* The opened card, and the reload of a watched page. */
(() => {
  const cards = [...document.querySelectorAll(".card")];
  const dialog = document.querySelector("dialog");
  const opened = dialog.querySelector(".opened");
  let openCard = null;

  const { search, read, remember } = chooser({
    items: cards,
    only: { changed: (card) => card.dataset.status !== "", problems: (card) => card.dataset.problems !== "0" },
    tell: ({ length }) => (length < cards.length ? `${length} of ` : "") + plural(cards.length, "card"),
    keep: (state) => { if (openCard) state.set("card", openCard.dataset.id); },
    recall(state) {
      const card = cards.find((each) => each.dataset.id === state.get("card"));
      if (card) open(card);
    },
    busy: () => dialog.open,
  });

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
    remember();
  }

  function step(by) {
    const shown = cards.filter((card) => !card.hidden);
    const at = shown.indexOf(openCard);
    if (shown.length) open(shown[(at + by + shown.length) % shown.length]);
  }

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
    remember();
    if (button) button.focus();
  });
  addEventListener("keydown", (event) => {
    if (!dialog.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  });
  read();

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
