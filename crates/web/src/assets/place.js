// Where one is: the window's title, and the view that the navigation marks.

/** `title` names this very view among the windows of a browser; `view` is the one of the navigation, if any. */
export function place(title, view) {
  document.title = `${title} · plywise`;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}
