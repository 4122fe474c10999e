// The workers that think, as many as the device has cores to spare.
import { bots, type View } from 'okawari';
import { TABLES } from '../../facts/tables';
import { randomHex } from '../../lib/hex';
import { Refusal } from '../../source/refusal';
import type { Review } from '../../wire/wire.gen';
import { Caller } from '../calls';
import type { Level } from '../tables/log';
import type { Hint, Thought, Thoughts, ViewData } from './thoughts';

/** The name of a worker that thinks: it offers `Thoughts`. */
export const THINKER = 'thinker';
/** More would not help: no table has more bots. */
const MOST = 4;
/** Bots that need at most so many seconds on an ordinary core choose at once, without another worker. */
const QUICK = 0.02;
const SEED_BYTES = 8;
/** How often a job is given to a worker: one that dies, as on a phone without memory, is replaced. */
const ATTEMPTS = 2;
/** Milliseconds after which a worker that should have answered within a few seconds is taken for dead. */
const PATIENCE = 30_000;

/** Nobody waits for the result any more. */
export class Cancelled extends Refusal {
  constructor() {
    super({ code: 'cancelled', params: {} });
  }
}

/** A worker has died, or does not answer. */
class Died extends Error {}

/** What a worker is asked. */
type Question<Result> = (thoughts: Caller<Thoughts>) => Promise<Result>;

/** A worker that thinks about one thing at a time. */
class Thinker {
  private readonly worker = new Worker(self.location.href, { type: 'module', name: THINKER });
  private readonly thoughts = new Caller<Thoughts>(this.worker);
  isDead = false;

  /** It is given the compiled module, which it need not fetch. */
  constructor(module: WebAssembly.Module) {
    this.worker.postMessage(module);
  }

  /** The answer to a question; `Died` if none comes, within `patience` milliseconds if they are given. */
  answer<Result>(ask: Question<Result>, patience?: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      const die = () => {
        this.end();
        reject(new Died());
      };
      const timer = patience && setTimeout(die, patience);
      this.worker.onerror = die;
      ask(this.thoughts)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  end(): void {
    this.isDead = true;
    this.worker.terminate();
  }
}

export class Thinkers {
  private readonly idle: Thinker[] = [];
  private readonly waiting: ((thinker: Thinker) => Promise<void>)[] = [];
  private started = 0;
  private readonly most = Math.min(MOST, Math.max(1, navigator.hardwareConcurrency - 1));

  constructor(private readonly module: WebAssembly.Module) {}

  /** The move of a bot of a level; `Cancelled` when the signal aborts. Where no worker can think, a lighter bot moves. */
  async choose(view: View, level: Level, signal: AbortSignal): Promise<Thought> {
    const seed = randomHex(SEED_BYTES);
    if (bots.usualSeconds(level) <= QUICK) return this.chooseHere(view, level, seed);
    const data = { ...view.toJSON() };
    try {
      return await this.think(signal, (thoughts) => thoughts.askUntil(signal, 'choose', data, level, seed));
    } catch (problem) {
      if (problem instanceof Cancelled) throw problem;
      return { ...this.chooseHere(view, TABLES.minder, seed), shortened: true };
    }
  }

  /** The coach's advice on every move of a view; `Cancelled` when the signal aborts. */
  hint(view: ViewData, signal: AbortSignal): Promise<Hint> {
    const seed = randomHex(SEED_BYTES);
    return this.think(signal, (thoughts) => thoughts.askUntil(signal, 'hint', view, TABLES.hint, seed));
  }

  /** The review of a game, in a worker of its own, since it takes long. */
  async review(record: unknown, signal: AbortSignal): Promise<Review> {
    const thinker = new Thinker(this.module);
    try {
      return await unlessAborted(
        signal,
        thinker.answer((thoughts) => thoughts.ask('review', record)),
      );
    } finally {
      thinker.end();
    }
  }

  private chooseHere(view: View, level: Level, seed: string): Thought {
    return { move: bots.makeLevel(level, seed).choose(view).text, shortened: false };
  }

  private async think<Result>(signal: AbortSignal, ask: Question<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await unlessAborted(signal, this.queue(signal, ask));
      } catch (problem) {
        if (!(problem instanceof Died) || attempt === ATTEMPTS) throw problem;
      }
    }
  }

  /** Ask a thinker that is free, as soon as there is one; not if the signal has aborted by then. */
  private queue<Result>(signal: AbortSignal, ask: Question<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push(async (thinker) => {
        if (signal.aborted) return reject(new Cancelled());
        await thinker.answer(ask, PATIENCE).then(resolve, reject);
      });
      this.start();
    });
  }

  private start(): void {
    if (!this.waiting.length) return;
    const thinker = this.idle.pop() ?? (this.started < this.most ? this.newThinker() : null);
    if (!thinker) return;
    if (thinker.isDead) {
      this.started--;
      return this.start();
    }
    const job = this.waiting.shift()!;
    void job(thinker).finally(() => {
      this.idle.push(thinker);
      this.start();
    });
  }

  private newThinker(): Thinker {
    this.started++;
    return new Thinker(this.module);
  }
}

/** The same result, or `Cancelled` as soon as the signal aborts. */
function unlessAborted<Result>(signal: AbortSignal, result: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new Cancelled());
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel));
  });
}
