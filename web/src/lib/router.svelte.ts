// Where in the house we are: the path of the address, kept in step with the browser's history.

let path = $state(location.pathname);

addEventListener('popstate', () => {
  path = location.pathname;
});

/** The path of the page that is shown. */
export function here(): string {
  return path;
}

/** Go to another page of the house. */
export function go(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Links inside the house do not load the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
