// Where the page is: on a server of Okawari, or on a static site, whose index.html has a mark that names the server for
// playing with friends, or none.

const mark = () => document.querySelector<HTMLMetaElement>('meta[name="okawari-site"]');

/** Whether the page comes from a server of Okawari, which can be asked for things. */
export function hasServer(): boolean {
  return !mark();
}

/** The address of the server for playing with friends; null if a static site names none, and on a server itself. */
export function friendsServer(): string | null {
  return mark()?.content || null;
}
