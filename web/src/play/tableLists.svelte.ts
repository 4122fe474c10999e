// Lists of tables: the reader's own, on this device and on the server, and the public ones.
import { deleteDeviceTable, deviceTables } from '../device/deviceStore';
import { hasServer } from '../lib/site';
import { get, remove } from '../net/api';
import { Refusal } from '../source/refusal';
import type { Problem, TableLine, TableList } from '../wire/wire.gen';
import { isOnDevice } from './where';

const FRESH = 20_000;
/** Milliseconds after which the tables on this device are shown without those of the server. */
const PATIENCE = 1500;

type Settled<T> = PromiseSettledResult<T>;

/** A list that is read again and again while a component shows it. Construct it in a component. */
export class Tables {
  /** The tables, or null until they are known. */
  lines = $state.raw<TableLine[] | null>(null);
  /** Why the last request failed. */
  problem = $state.raw<Problem | null>(null);

  constructor(private readonly of: 'me' | 'all') {
    $effect(() => {
      void this.read();
      const timer = setInterval(() => document.hidden || void this.read(), FRESH);
      return () => clearInterval(timer);
    });
  }

  /** Read the list now. A server that is slow or cannot be reached hides none of the tables on this device. */
  read = async (): Promise<void> => {
    const here = settled(this.of === 'me' ? deviceTables() : []);
    const there = settled(hasServer() ? get<TableList>(this.of === 'me' ? '/api/me/tables' : '/api/tables') : null);
    const late = setTimeout(async () => this.show(await here, null), PATIENCE);
    const [device, server] = await Promise.all([here, there]);
    clearTimeout(late);
    this.show(device, server);
  };

  /** Tables whose game is not over, those that wait for the reader first. */
  get open(): TableLine[] {
    const going = (this.lines ?? []).filter((line) => line.phase !== 'over' && line.phase !== 'closed');
    return going.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated);
  }

  /** Games that are over, the latest first. */
  get over(): TableLine[] {
    return (this.lines ?? []).filter((line) => line.phase === 'over').sort((a, b) => b.updated - a.updated);
  }

  /** Show the tables; `server` is null until it has answered. */
  private show(device: Settled<TableLine[]>, server: Settled<TableList | null> | null): void {
    this.problem = [device, server].map(problemOf).find((problem) => problem !== null) ?? null;
    // Nothing is known of public tables but what the server says.
    if (this.of === 'all' && server?.status !== 'fulfilled') return;
    this.lines = [...(device.status === 'fulfilled' ? device.value : []), ...this.serverLines(server)];
  }

  /** The lines of the server; those that it gave last, if it does not answer. */
  private serverLines(answer: Settled<TableList | null> | null): TableLine[] {
    if (answer?.status === 'fulfilled') return answer.value?.tables ?? [];
    return (this.lines ?? []).filter(({ id }) => !isOnDevice(id));
  }
}

async function settled<T>(result: T | Promise<T>): Promise<Settled<T>> {
  const [one] = await Promise.allSettled([result]);
  return one as Settled<T>;
}

function problemOf(result: Settled<unknown> | null): Problem | null {
  if (result?.status !== 'rejected') return null;
  return result.reason instanceof Refusal ? result.reason.problem : { code: 'no-storage', params: {} };
}

/** Delete one of the reader's tables, or leave it where others sit there, too. */
export function deleteTable(id: string): Promise<void> {
  return isOnDevice(id) ? deleteDeviceTable(id) : remove(`/api/me/tables/${id}`);
}
