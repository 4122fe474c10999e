// The reader's results, wherever they are stored.
import type { Results } from '../wire/wire.gen';

export interface ResultsStore {
  /** The results of all finished games; fails with a `Refusal`. */
  load(): Promise<Results>;
  /** Delete them; done and durable once it resolves, else it fails with a `Refusal`. */
  clear(): Promise<void>;
}
