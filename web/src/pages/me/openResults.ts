import { ServerResults } from '../../net/serverResults';
import type { ResultsStore } from '../../source/results';

/** The store of the reader's results. */
export function openResults(): ResultsStore {
  return new ServerResults();
}
