// Playing with friends needs a server: that of the page, or one that a static site names.
import { href } from './router.svelte';
import { friendsServer, hasServer } from './site';

/** Where a table for friends is set, of a menu if one is given; null if there is no server for that. */
export function friendsAddress(menu?: string): string | null {
  const path = `/new?mode=friends${menu ? `&menu=${menu}` : ''}`;
  if (hasServer()) return href(path);
  const server = friendsServer();
  return server && server + path;
}
