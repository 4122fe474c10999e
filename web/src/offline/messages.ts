/** What a page tells the service worker: take over now, or delete the caches of other builds if no page needs them. */
export type Message = 'activate' | 'delete-old';
