// What tabs with the same table tell each other: that its log has changed, and which of them moves its bots and clock.

interface Message {
  readonly table: string;
  readonly what: 'changed' | 'taken';
}

let opened: BroadcastChannel | null = null;
/** A channel does not hear what it says itself. */
const channel = () => (opened ??= new BroadcastChannel('okawari-tables'));

/** Tell other tabs that the log of a table has changed, or that it was deleted. */
export function tellOtherTabs(table: string): void {
  say({ table, what: 'changed' });
}

/** Call `hear` when another tab has changed the log of a table, until the signal aborts. */
export function hearOtherTabs(table: string, signal: AbortSignal, hear: () => void): void {
  listen({ table, what: 'changed' }, signal, hear);
}

/**
 * Take a table over from other tabs: resolves when one of them takes it over, or the signal aborts. `begin` is called
 * when this tab has it.
 */
export async function takeOver(table: string, signal: AbortSignal, begin: () => void): Promise<void> {
  // Only secure pages have locks. Without them two tabs can move the bots of a table for a moment; the log takes the
  // move that comes first.
  if (!navigator.locks) return takeOverByWord(table, signal, begin);
  const hold = () => {
    begin();
    return aborted(signal);
  };
  await navigator.locks.request(`okawari-table-${table}`, { steal: true }, hold).catch(() => undefined);
}

async function takeOverByWord(table: string, signal: AbortSignal, begin: () => void): Promise<void> {
  say({ table, what: 'taken' });
  begin();
  const stop = new AbortController();
  const taken = new Promise<void>((done) => listen({ table, what: 'taken' }, stop.signal, done));
  await Promise.race([taken, aborted(signal)]);
  stop.abort();
}

function say(message: Message): void {
  channel().postMessage(message);
}

function listen({ table, what }: Message, signal: AbortSignal, hear: () => void): void {
  const receive = ({ data }: MessageEvent<Message>) => data.table === table && data.what === what && hear();
  channel().addEventListener('message', receive, { signal });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => (signal.aborted ? done() : signal.addEventListener('abort', () => done())));
}
