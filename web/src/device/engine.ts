// The engine on this device, in a worker that is started when it is first needed.
import { Caller } from '../engine/calls';
import type { EngineNews, Handlers } from '../engine/handlers';
import { snapshot } from '../lib/snapshot.svelte';

let engine: Caller<Handlers, EngineNews> | null = null;
const listeners = new Map<string, Listener>();

/** What hears the news of a table, and when the engine has died: the table must be opened again. */
export interface Listener {
  readonly hear: (news: EngineNews) => void;
  readonly lost: () => void;
}

function started(): Caller<Handlers, EngineNews> {
  if (!engine) {
    const worker = new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'engine' });
    const made = new Caller<Handlers, EngineNews>(worker, (news) => listeners.get(news.table)?.hear(news));
    worker.onerror = () => {
      if (engine !== made) return;
      engine = null;
      worker.terminate();
      made.fail({ code: 'device-fault', params: {} });
      for (const { lost } of listeners.values()) lost();
    };
    engine = made;
  }
  return engine;
}

/** Load the engine now, since it will be needed. */
export const loadEngine = (): void => void started();

/** Call a function of the engine; fails with a `Refusal`. */
export const ask: Caller<Handlers>['ask'] = (name, ...args) => started().ask(name, ...snapshot(args));

/** The same; when the signal aborts, the engine stops. */
export const askUntil: Caller<Handlers>['askUntil'] = (signal, name, ...args) =>
  started().askUntil(signal, name, ...snapshot(args));

/** Listen to the news of a table; returns how to stop. */
export function listen(table: string, listener: Listener): () => void {
  listeners.set(table, listener);
  return () => listeners.get(table) === listener && listeners.delete(table);
}
