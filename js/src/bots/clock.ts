// The time limit of a search, and when it lets other work go on.

/** What ends a search before its time: it gives its best move so far. */
export interface Limits {
  readonly signal?: AbortSignal | undefined;
}

/** The time limit of one search, counted from when the clock is made; null means no limit. */
export class Clock {
  private readonly start = performance.now();

  constructor(
    readonly seconds: number | null,
    readonly signal?: AbortSignal,
  ) {}

  /** Whether anything can end the search before its time. */
  get isLimited(): boolean {
    return this.seconds !== null || this.signal !== undefined;
  }

  /** A clock with a share of the time that is left, and the same signal. */
  part(share: number): Clock {
    return new Clock(this.left === null ? null : share * this.left, this.signal);
  }

  /** Seconds until the limit, 0 once the search is cancelled; null without a limit. */
  get left(): number | null {
    if (this.signal?.aborted) return 0;
    if (this.seconds === null) return null;
    return Math.max(0, this.seconds - (performance.now() - this.start) / 1000);
  }

  /** Whether no time is left. */
  get up(): boolean {
    return this.left === 0;
  }
}

/** How long a search may keep the event loop waiting, in milliseconds. */
const PATIENCE = 5;

/** Run a search to its end without a break. */
export function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Run a search, and let the event loop have its turn every few milliseconds. */
export async function finishPatiently<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + PATIENCE;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await nextTask();
  }
}

/** A promise that is fulfilled once waiting events were handled. A timer would make browsers wait for longer. */
function nextTask(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
