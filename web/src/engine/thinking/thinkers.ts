// The workers that think, as many as the device has cores to spare.
import { bots, type View } from 'okawari';
import type { Review } from '../../wire/wire.gen';
import { Caller } from '../calls';
import type { Level } from '../tables/log';
import { randomHex } from '../tables/opening';
import type { Hint, Thought, Thoughts, ViewData } from './thoughts';

/** The name of a worker that thinks: it offers `Thoughts`. */
export const THINKER = 'thinker';
/** More would not help: no table has more bots. */
const MOST = 4;
/** Bots that need at most so many seconds on an ordinary core choose at once, without another worker. */
const QUICK = 0.02;
const HINT_SECONDS = 1;
const SEED_BYTES = 8;

/** Nobody waits for the result any more. */
export class Cancelled extends Error {}

type Job = (thinker: Caller<Thoughts>) => Promise<unknown>;

export class Thinkers {
  private readonly idle: Caller<Thoughts>[] = [];
  private readonly waiting: Job[] = [];
  private started = 0;
  private readonly most = Math.min(MOST, Math.max(1, navigator.hardwareConcurrency - 1));

  constructor(private readonly module: WebAssembly.Module) {}

  /** The move of a bot of a level. When the signal aborts, it stops at once. */
  async choose(view: View, level: Level, signal: AbortSignal): Promise<Thought> {
    const seed = randomHex(SEED_BYTES);
    if (bots.usualSeconds(level) <= QUICK) {
      return { move: bots.makeLevel(level, seed).choose(view).text, shortened: false };
    }
    const data = { ...view.toJSON() };
    return this.think(signal, (thinker) => thinker.askUntil(signal, 'choose', data, level, seed));
  }

  /** The coach's advice on every move of a view. */
  hint(view: ViewData, signal: AbortSignal): Promise<Hint> {
    return this.think(signal, (thinker) => thinker.askUntil(signal, 'hint', view, HINT_SECONDS, randomHex(SEED_BYTES)));
  }

  /** The review of a game, in a worker of its own, since it takes long. */
  async review(record: unknown, signal: AbortSignal): Promise<Review> {
    const worker = this.newWorker();
    try {
      return await new Caller<Thoughts>(worker).askUntil(signal, 'review', record);
    } finally {
      worker.terminate();
    }
  }

  /** Give a job to a thinker that is free, as soon as there is one; it is dropped if the signal has aborted by then. */
  private think<Result>(signal: AbortSignal, ask: (thinker: Caller<Thoughts>) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job: Job = async (thinker) => {
        if (signal.aborted) return reject(new Cancelled());
        return ask(thinker).then(resolve, reject);
      };
      this.waiting.push(job);
      this.start();
    });
  }

  private start(): void {
    if (!this.waiting.length) return;
    const thinker = this.idle.pop() ?? (this.started < this.most ? this.newThinker() : null);
    if (!thinker) return;
    const job = this.waiting.shift()!;
    void job(thinker).finally(() => {
      this.idle.push(thinker);
      this.start();
    });
  }

  private newThinker(): Caller<Thoughts> {
    this.started++;
    return new Caller<Thoughts>(this.newWorker());
  }

  /** A worker from the file of this one; it is given the compiled module, which it need not fetch. */
  private newWorker(): Worker {
    const worker = new Worker(self.location.href, { type: 'module', name: THINKER });
    worker.postMessage(this.module);
    return worker;
  }
}
