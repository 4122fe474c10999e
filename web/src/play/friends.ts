// The same game again, with friends in the seats of the bots.
import { friendsAddress } from '../lib/friends';
import { hasServer } from '../lib/site';
import type { NewSeat, SeatInfo, TableInfo } from '../wire/wire.gen';
import { setTable } from './newTables';
import { isOnDevice } from './where';

/** Whether friends can play a game that was played on this device: it has seats for them, and there is a server. */
export function mayInvite({ id, seats, lesson }: TableInfo): boolean {
  return isOnDevice(id) && !lesson && seats.some(({ kind }) => kind === 'bot') && friendsAddress() !== null;
}

/** Open a table of the same game with a free seat for each bot; gives its address: a path of this site, or elsewhere. */
export function inviteFriends({ setting, options, seats }: TableInfo): Promise<string> {
  if (!hasServer()) return Promise.resolve(friendsAddress(setting.menu)!);
  return setTable({ setting, options, seats: seats.map(freed) });
}

function freed({ kind, host, name, shape }: SeatInfo): NewSeat {
  if (kind === 'bot') return { kind: 'open' };
  return host ? { kind: 'you' } : { kind: 'here', name, shape };
}
