// Where in the house we are: the path of the address, kept in step with the browser's history.

const SOON = 150;
const PATIENCE = 8000;
/** What shows that somebody goes their own way. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Whether the page may still be moved to where it was left. */
let wanted = false;
let path = $state(location.pathname);
let scrolled: ReturnType<typeof setTimeout> | undefined;

// The browser would scroll before what a page shows has come from the server.
history.scrollRestoration = 'manual';
if (history.state) scrollBack();

for (const own of OWN_WAYS) addEventListener(own, () => (wanted = false), { passive: true });

addEventListener('popstate', () => {
  clearTimeout(scrolled);
  path = location.pathname;
  // A link to a chapter of the same page comes here, too: the browser itself goes there.
  if (history.state || !location.hash) scrollBack();
});

addEventListener('scroll', () => {
  clearTimeout(scrolled);
  scrolled = setTimeout(() => history.replaceState({ y: scrollY }, ''), SOON);
});

/** Go where this page was left, as soon as it is long enough, unless somebody goes their own way before that. */
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

/** The path of the page that is shown. */
export function currentPath(): string {
  return path;
}

/** Go to another page of the house. */
export function navigate(to: string, { replace = false } = {}): void {
  // What was scrolled just now belongs to the page that is left.
  clearTimeout(scrolled);
  if (!replace) history.replaceState({ y: scrollY }, '');
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Links inside the house do not load the page anew. */
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
