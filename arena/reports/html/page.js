// The page's own conveniences: light or dark, tables that sort, links that open what they point at.
// Text that came from outside is set as text only. The page can be read without any of this.
"use strict";
(() => {
  // ---- light and dark: by the system until the reader says otherwise

  const root = document.documentElement;
  const theme = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const kept = (value) => {
    try {
      if (value !== undefined) localStorage.setItem("arena-theme", value);
      return localStorage.getItem("arena-theme");
    } catch {
      return null; // a page from disk may have no storage
    }
  };
  const name = () => {
    theme.textContent = isDark() ? "Light" : "Dark";
    theme.setAttribute("aria-label", `Use ${isDark() ? "light" : "dark"} colours`);
  };
  const before = kept();
  if (before === "light" || before === "dark") root.dataset.theme = before;
  theme.hidden = false;
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    kept(root.dataset.theme);
    name();
  });
  system.addEventListener("change", name);
  name();

  // ---- tables

  // names as text and all else as numbers, whatever a name looks like
  const value = (row, column) => {
    const cell = row.cells[column];
    const { sort } = cell.dataset;
    if (sort === undefined) return null;
    return cell.classList.contains("name") ? sort : Number(sort);
  };
  const compared = (one, other) => (typeof one === "number" ? one - other : one < other ? -1 : Number(one > other));

  const sortBy = (table, heading, order) => {
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => [value(row, heading.cellIndex), row]);
    rows.sort(([one], [other]) => {
      if (one === null || other === null) return (one === null) - (other === null); // what is unknown stands last
      return sign * compared(one, other);
    });
    body.append(...rows.map(([, row]) => row));
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const heading of table.tHead.rows[0].cells) {
      if (!heading.dataset.first) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const now = heading.getAttribute("aria-sort");
        const other = now === "ascending" ? "descending" : "ascending";
        sortBy(table, heading, now ? other : heading.dataset.first);
      });
    }
  }

  // ---- a link to something closed opens it

  const openTarget = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
    target.scrollIntoView();
    (target.querySelector(":scope > summary") || target).focus({ preventScroll: true });
  };
  addEventListener("hashchange", openTarget);
  openTarget();
})();
