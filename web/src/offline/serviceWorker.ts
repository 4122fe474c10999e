// The service worker: keeps the whole page on the device, so that it opens without a net.
//
// Each build of the page has a cache of its own. A new build is put into a new cache in the background, and waits: pages
// that are open get all their files, also those that they load later, from the cache of their own build.
import type { Message } from './messages';

declare const self: ServiceWorkerGlobalScope & {
  /** What tells this copy of a static site from others of the same build; undefined on a server. */
  readonly okawariSite?: string;
};
/** What the build puts in: a hash of the page, and its files without index.html, in the order in which to fetch them. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

const { files } = BUILD;
const { scope } = self.registration;
/** The name of every cache of this site begins so; others may be at the same origin. */
const OWN = `okawari ${scope} `;
const NAME = `${OWN}${BUILD.version}${self.okawariSite ?? ''}`;
/** The address of index.html, on a server for any path. */
const INDEX = scope;
/** Files with a hash in their names never change. */
const HASHED = 'assets/';
/** What the server answers itself. */
const OF_SERVER = /^(?:api|ws|metrics|healthz)(?:\/|$)/;

self.addEventListener('install', (event) => event.waitUntil(fetchAll()));
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), deleteOld()])));
self.addEventListener('message', ({ data }: { data: Message }) => {
  if (data === 'activate') void self.skipWaiting();
  else void deleteOld();
});
self.addEventListener('fetch', (event) => {
  const file = wanted(event.request);
  if (file !== null) event.respondWith(answer(file, event.request));
});

/** The address of the file that answers a request; null if it is none of the page's. */
function wanted({ method, mode, url }: Request): string | null {
  if (method !== 'GET' || !url.startsWith(scope)) return null;
  const path = url.slice(scope.length).replace(/[?#].*$/, '');
  // Pages of earlier builds may ask for files that this one does not have.
  if (files.includes(path) || path.startsWith(HASHED)) return scope + path;
  return mode === 'navigate' && isOfPage(path) ? INDEX : null;
}

/** Whether a path within the scope is a page: on a static site, other files may lie beside index.html. */
function isOfPage(path: string): boolean {
  return self.okawariSite === undefined ? !OF_SERVER.test(path) : path === '' || path === 'index.html';
}

/** A file from the cache. Browsers may have deleted it there: then it is fetched, and kept again. */
async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const kept = (await cache.match(file)) ?? (isHashed(file) ? await caches.match(file) : undefined);
  if (kept) return kept;
  const fetched = await fetch(request);
  if (await isOfThisBuild(file, fetched)) await cache.put(file, fetched.clone()).catch(() => undefined);
  return fetched;
}

const isHashed = (file: string) => file.startsWith(scope + HASHED);

/** One after the other: the page itself may be loading something. */
async function fetchAll(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const file of [INDEX, ...files.map((name) => scope + name)]) await keep(file, cache);
}

async function keep(file: string, cache: Cache): Promise<void> {
  // An earlier build may have the same file. What is not hashed is asked for again, and not sent again if it is the same.
  const known = isHashed(file) ? await caches.match(file) : undefined;
  const fetched = known ?? (await fetch(file, { cache: isHashed(file) ? 'default' : 'no-cache' }));
  if (!(await isOfThisBuild(file, fetched))) throw new TypeError(`${file} is not of this build`);
  await cache.put(file, fetched);
}

/** Whether an answer may be kept. While a site is being replaced, index.html may be of another build than this worker. */
async function isOfThisBuild(file: string, fetched: Response): Promise<boolean> {
  if (!fetched.ok || fetched.redirected) return false;
  if (file !== INDEX) return files.includes(file.slice(scope.length));
  const named = (await fetched.clone().text()).match(/assets\/[\w.-]+/g) ?? [];
  return named.length > 0 && named.every((name) => files.includes(name));
}

/** Delete the caches of other builds, unless pages of several builds may be open, or a new build is on its way. */
async function deleteOld(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME);
  if (open.filter(({ url }) => url.startsWith(scope)).length > 1 || isReplaced()) return;
  await Promise.all(old.map((name) => caches.delete(name)));
}

const isReplaced = () => Boolean(self.registration.installing ?? self.registration.waiting);
