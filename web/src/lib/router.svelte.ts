// The router: which page the address names, and the browser's history with scroll positions.
//
// A server answers every path with the page: there, `/t/abc?x=1#key` is the address itself. A static site has one file
// and may be in any folder: there, the same follows the # of its address, as in `/folder/#/t/abc?x=1%23key`. The second #
// is encoded, because not everything that opens links takes two; no query contains one.
import { hasServer } from './site';

const SOON = 150;
const PATIENCE = 8000;
/** Events by which the reader takes over the scrolling. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
/** What follows the # of a static site's address. */
const ROUTE = /^#(\/[^?#]*?)(\?.*?)?(?:(?:#|%23)(.*))?$/;

type Address = Pick<Location, 'pathname' | 'search' | 'hash'>;

/** Whether the scroll position may still be restored. */
let wanted = false;
let path = $state(routeOf(location).path);
let scrolled: ReturnType<typeof setTimeout> | undefined;

// The browser would scroll before the page has its contents from the server.
history.scrollRestoration = 'manual';
if (history.state) scrollBack();

for (const own of OWN_WAYS) addEventListener(own, () => (wanted = false), { passive: true });

addEventListener('popstate', () => {
  clearTimeout(scrolled);
  const route = routeOf(location);
  path = route.path;
  // A link within the page comes here, too; on a server the browser scrolls to its target itself.
  if (history.state || !route.fragment) scrollBack();
  else if (!hasServer()) goToPart(route.fragment);
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

/** The page that an address names: its path, its query with the ?, and what follows its own #. */
function routeOf({ pathname, search, hash }: Address): { path: string; query: string; fragment: string } {
  if (hasServer()) return { path: pathname, query: search, fragment: hash.slice(1) };
  const [, path, query = '', fragment = ''] = ROUTE.exec(hash) ?? [];
  return path ? { path, query, fragment } : { path: '/', query: '', fragment: hash.slice(1) };
}

/** The path of the current page. */
export function currentPath(): string {
  return path;
}

/** The parameters of the current address. Not reactive: a page may change them as it goes. */
export function currentQuery(): URLSearchParams {
  return new URLSearchParams(routeOf(location).query);
}

/** What follows the # of the current address, such as the key of an invitation. Not reactive. */
export function currentFragment(): string {
  return routeOf(location).fragment;
}

/** The `href` of a link to a path of this site, such as `/t/abc?x=1#key`, or to a part of this page, such as `#main`. */
export function href(to: string): string {
  if (hasServer()) return to;
  return `#${to.startsWith('#') ? path + routeOf(location).query : ''}${to.replace('#', '%23')}`;
}

/** The whole address of a path of this site, for others to open. */
export function fullAddress(to: string): string {
  return new URL(href(to), location.href).href;
}

/** Go to another page of this site. */
export function navigate(to: string, { replace = false } = {}): void {
  // A scroll position that is not saved yet belongs to the page that is left.
  clearTimeout(scrolled);
  if (!replace) history.replaceState({ y: scrollY }, '');
  history[replace ? 'replaceState' : 'pushState'](null, '', href(to));
  path = routeOf(location).path;
  scrollTo(0, 0);
}

/** Change the parameters of the address, and nothing on the page. */
export function changeQuery(query: string): void {
  history.replaceState(null, '', href(path + query));
}

/** Links within the site do not reload the page. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || !isOfThisSite(link)) return;
  const to = routeOf(link);
  const isPart = to.path === path && to.fragment !== '';
  if (isPart && hasServer()) return;
  event.preventDefault();
  if (!isPart) return navigate(to.path + to.query + (to.fragment && `#${to.fragment}`));
  history.pushState(null, '', link.href);
  goToPart(to.fragment);
}

function isOfThisSite(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin) return false;
  return hasServer() ? !link.pathname.startsWith('/api/') : link.pathname === location.pathname && link.hash !== '';
}

/** Show a part of the page, and go on from there with the keyboard, as browsers do for a link to it. */
function goToPart(id: string): void {
  const part = document.getElementById(id);
  if (!part) return;
  const takesFocus = part.tabIndex >= 0 || part.hasAttribute('tabindex');
  if (!takesFocus) part.tabIndex = -1;
  part.focus({ preventScroll: true });
  if (!takesFocus) part.removeAttribute('tabindex');
  part.scrollIntoView();
}
