/* Plays told and folded, faces enlarged, and ways from what is listed to where it is told. */
(() => {
  const items = [...document.querySelectorAll(".item")];
  const cards = items.filter((item) => item.matches(".card"));
  const dialog = document.querySelector("dialog");
  const fold = document.querySelector(".fold");
  const has = (name) => (item) => item.dataset.states.split(" ").includes(name);
  const said = (shown, all, word) => (shown < all ? `${shown} of ` : "") + plural(all, word);

  const { read } = chooser({
    items,
    only: Object.fromEntries(["failed", "untested", "unapproved", "unnoticed"].map((name) => [name, has(name)])),
    tell(shown) {
      const own = shown.filter((item) => item.matches(".card")).length;
      const rules = items.length - cards.length;
      return said(own, cards.length, "card") + (rules ? `, ${said(shown.length - own, rules, "rule")}` : "");
    },
    recall(state) {
      for (const name of state.keys()) visit(document.getElementById(name));
    },
    busy: () => dialog.open,
  });

  /* What stays in sight while one scrolls stands below the filters, however many lines they take. */
  const nav = document.querySelector("nav");
  new ResizeObserver(() => {
    const stuck = getComputedStyle(nav).position === "sticky";
    document.documentElement.style.setProperty("--bar", stuck ? `${nav.offsetHeight}px` : "0px");
  }).observe(nav);

  function visit(place) {
    if (!place) return;
    for (const each of document.querySelectorAll(".at")) each.classList.remove("at");
    place.classList.add("at");
    place.scrollIntoView();
    place.focus({ preventScroll: true });
  }

  /* The browser does not tell of a link to the address that it is at: links are followed here. */
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    location.hash = "";
    location.hash = link.hash;
  });

  fold.addEventListener("click", () => {
    const all = fold.getAttribute("aria-pressed") !== "true";
    fold.setAttribute("aria-pressed", String(all));
    for (const each of document.querySelectorAll("main details")) each.open = all;
  });

  for (const face of document.querySelectorAll(".face")) {
    face.addEventListener("click", () => {
      const image = dialog.querySelector("img");
      image.src = face.querySelector("img").src;
      dialog.setAttribute("aria-label", face.getAttribute("aria-label").replace("Enlarge ", ""));
      dialog.showModal();
    });
  }
  dialog.addEventListener("click", () => dialog.close());

  /* On paper everything is told, once: with the rules stand the names of their scenarios. */
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll(".played details:not([open]), .all:not([open])")];
    for (const each of folded) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of folded) each.open = false;
  });
  read();
})();
