// Where one is: the window's title, and the view that the navigation marks.

/** `title` names this very view among the windows of a browser; `view` is the one of the navigation, if any. */
export function place(title, view) {
  document.title = `${title} · plywise`;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.view === view) {
      if (link.hasAttribute("aria-current")) continue;
      link.setAttribute("aria-current", "page");
      // In a narrow window the row of views is wider than the window.
      const row = link.closest("nav");
      row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
    } else link.removeAttribute("aria-current");
  }
}
