// Trained networks for the strong bots: fetched when a bot needs one. Where that fails, bots search without them.
import { bots, type Engine, type Setting } from 'okawari';

/** The addresses of the files by their paths. */
const FILES = import.meta.glob<string>('../../../../js/dist/networks/*', {
  query: '?url',
  import: 'default',
  eager: true,
});
const URLS = new Map(Object.entries(FILES).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]));

let loading: Promise<bots.Networks> | null = null;

/** Load the network of a game, if there is one, for the bots of an engine. */
export async function prepareNetworks(engine: Engine, setting: Setting): Promise<void> {
  try {
    loading ??= bots.Networks.load(engine, read);
    await (await loading).prepare(setting);
  } catch {
    // The next choice tries again.
    loading = null;
  }
}

async function read(file: string): Promise<Uint8Array> {
  const answer = await fetch(URLS.get(file)!);
  if (!answer.ok) throw new TypeError(`${file} cannot be fetched`);
  return new Uint8Array(await answer.arrayBuffer());
}
