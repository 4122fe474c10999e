// The functions of the engine that the page can call: see `ask` in src/device/engine.ts.
import type { Okawari } from 'okawari';
import type { TableNews } from '../tables/live';
import { TablesHere } from '../tables/here';
import { Thinkers } from '../thinking/thinkers';
import { padHandlers } from './pad';
import { tableHandlers } from './tables';

/** What the engine tells the page without being asked. */
export type EngineNews = TableNews;

export type Handlers = ReturnType<typeof handlersOf>;

export function handlersOf(okawari: Okawari, module: WebAssembly.Module, tell: (news: EngineNews) => void) {
  const thinkers = new Thinkers(module);
  return { ...tableHandlers(new TablesHere(okawari, thinkers, tell)), ...padHandlers(okawari) };
}
