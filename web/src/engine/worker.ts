// The worker with the engine: rules, bots and coach, in one WebAssembly module.
//
// The page starts one. It starts further ones from the same file to think with, which are told so by their name.
import { Engine, Okawari } from 'okawari';
import wasm from 'okawari/okawari.wasm?url';
import { answerCalls, type Offered, type Port } from './calls';
import { handlersOf } from './handlers';
import { THINKER } from './thinking/thinkers';
import { thoughtsOf } from './thinking/thoughts';

const scope: Port & { readonly name: string } = self;
const thinks = scope.name === THINKER;
const ready = offered();
const tell = answerCalls(scope, ready);
// Whoever started this worker hears of an error that nobody catches, and starts another one.
ready.catch((problem) =>
  setTimeout(() => {
    throw problem;
  }),
);

async function offered(): Promise<Offered> {
  const module = await (thinks ? givenModule() : loadModule());
  // Without the package's texts: the page has all words.
  const okawari = new Okawari(new Engine(module));
  return thinks ? thoughtsOf(okawari) : handlersOf(okawari, module, (news) => tell(news));
}

/** The module, compiled while it is fetched; some web hosts do not tell its type, and it is compiled afterwards. */
async function loadModule(): Promise<WebAssembly.Module> {
  const answer = await fetch(wasm);
  return WebAssembly.compileStreaming(answer.clone()).catch(async () =>
    WebAssembly.compile(await answer.arrayBuffer()),
  );
}

/** The module that the worker which started this one sends first. */
function givenModule(): Promise<WebAssembly.Module> {
  return new Promise((resolve) => {
    addEventListener('message', ({ data }) => data instanceof WebAssembly.Module && resolve(data));
  });
}
