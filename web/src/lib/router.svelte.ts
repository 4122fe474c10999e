// The router: the path of the address, and the browser's history with scroll positions.

const SOON = 150;
const PATIENCE = 8000;
/** Events by which the reader takes over the scrolling. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Whether the scroll position may still be restored. */
let wanted = false;
let path = $state(location.pathname);
let scrolled: ReturnType<typeof setTimeout> | undefined;

// The browser would scroll before the page has its contents from the server.
history.scrollRestoration = 'manual';
if (history.state) scrollBack();

for (const own of OWN_WAYS) addEventListener(own, () => (wanted = false), { passive: true });

addEventListener('popstate', () => {
  clearTimeout(scrolled);
  path = location.pathname;
  // A link within the page comes here, too; the browser scrolls to its target itself.
  if (history.state || !location.hash) scrollBack();
});

addEventListener('scroll', () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(() => history.replaceState({ y: scrollY }, ''), SOON);
});

/** Restore the scroll position as soon as the page is long enough, unless the reader scrolls before that. */
function scrollBack(): void {
  const y = Number(history.state?.y ?? 0);
  const [from, until] = [location.href, Date.now() + PATIENCE];
  wanted = true;
  const attempt = () => {
    if (!wanted || location.href !== from) return;
    scrollTo(0, y);
    if (scrollY < y - 1 && Date.now() < until) requestAnimationFrame(attempt);
  };
  requestAnimationFrame(attempt);
}

/** The path of the current page. */
export function currentPath(): string {
  return path;
}

/** Go to another page of this site. */
export function navigate(to: string, { replace = false } = {}): void {
  // A scroll position that is not saved yet belongs to the page that is left.
  clearTimeout(scrolled);
  if (!replace) history.replaceState({ y: scrollY }, '');
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Links within the site do not reload the page. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}
