// Playing with friends needs a server: that of the page, or one that a static site names.
import { href } from './router.svelte';
import { friendsServer, hasServer } from './site';

const PATH = '/new?mode=friends';

/** Where a table for friends is set; null if there is no server for that. */
export function friendsAddress(): string | null {
  if (hasServer()) return href(PATH);
  const server = friendsServer();
  return server && server + PATH;
}
