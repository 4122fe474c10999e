// Results that a server stores.
import type { ResultsStore } from '../source/results';
import { get, remove } from './api';
import type { Results } from '../wire/wire.gen';

const PATH = '/api/me/results';

export class ServerResults implements ResultsStore {
  load(): Promise<Results> {
    return get(PATH);
  }

  clear(): Promise<void> {
    return remove(PATH);
  }
}
