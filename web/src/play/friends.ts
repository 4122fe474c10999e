// The same game again, with friends in the seats of the bots.
import { friendsServer, hasServer } from '../lib/site';
import type { NewSeat, SeatInfo, TableInfo } from '../wire/wire.gen';
import { setTable } from './newTables';
import { isOnDevice } from './where';

/** Whether friends can play a game that was played on this device: it has seats for them, and there is a server. */
export function mayInvite({ id, seats, lesson }: TableInfo): boolean {
  return isOnDevice(id) && !lesson && seats.some(({ kind }) => kind === 'bot') && (hasServer() || !!friendsServer());
}

/** Open a table of the same game with a free seat for each bot; gives its address: a path of this site, or elsewhere. */
export function inviteFriends({ setting, options, seats }: TableInfo): Promise<string> {
  const server = friendsServer();
  if (server) return Promise.resolve(new URL(`/new?mode=friends&menu=${setting.menu}`, server).href);
  return setTable({ setting, options, seats: seats.map(freed) });
}

function freed({ kind, host, name, shape }: SeatInfo): NewSeat {
  if (kind === 'bot') return { kind: 'open' };
  return host ? { kind: 'you' } : { kind: 'here', name, shape };
}
