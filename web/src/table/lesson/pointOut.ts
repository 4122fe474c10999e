// Outlines of what a lesson speaks of: elements that other components draw, and may draw anew at any time.

/** Mark all elements of a selector, also those to come, and let the text with this id describe them; returns the undoing. */
export function pointOut(selector: string, described: string): () => void {
  const marked = new Set<Element>();
  const mark = () => {
    const wanted = selector ? new Set(document.querySelectorAll(selector)) : new Set<Element>();
    for (const element of marked) if (!wanted.has(element)) unmark(element);
    for (const element of wanted) {
      if (marked.has(element)) continue;
      element.setAttribute('data-pointed', '');
      element.setAttribute('aria-describedby', described);
      marked.add(element);
    }
  };
  const unmark = (element: Element) => {
    element.removeAttribute('data-pointed');
    element.removeAttribute('aria-describedby');
    marked.delete(element);
  };
  const watcher = new MutationObserver(mark);
  watcher.observe(document.body, { childList: true, subtree: true });
  mark();
  return () => {
    watcher.disconnect();
    marked.forEach(unmark);
  };
}
