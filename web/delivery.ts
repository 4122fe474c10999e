// How the built page reaches a browser: what it fetches at once, and in which encodings.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { IndexHtmlTransformContext, Plugin } from 'vite';

const CATALOGUE = /\/okawari\/texts\/[a-z]+\.json$/;
/** The parts of the texts that the command line alone says. */
const OF_THE_COMMAND = ['help', 'house', 'lab', 'site', 'solve'];
const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|wasm)$/;
/** The server has smaller answers in one packet anyway. */
const SMALLEST = 1000;
const ENCODERS = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};

/** Writes each file of the page that is not compressed already in compressed form beside it; the server sends that to browsers that accept it. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf-8' })) {
        if (COMPRESSIBLE.test(entry)) compress(join(folder, entry));
      }
    },
  };
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) return;
  for (const [ending, encode] of Object.entries(ENCODERS)) writeFileSync(`${file}.${ending}`, encode(bytes));
}

/** Leaves out of the texts what the page never says. */
export function pageTexts(): Plugin {
  return {
    name: 'page-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!CATALOGUE.test(id)) return null;
      const parts = Object.entries(JSON.parse(code) as object).filter(([part]) => !OF_THE_COMMAND.includes(part));
      return { code: JSON.stringify(Object.fromEntries(parts)), map: null };
    },
  };
}

/** Lets browsers fetch a chunk, and all that it needs, together with the entry, which imports it only later. */
export function preloaded(name: string): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const late = Object.values(bundle).filter((file) => file.type === 'chunk' && file.name === name);
        const needed = late.flatMap((file) => withImports(file, bundle));
        const scripts = needed.map(({ fileName }) => link('modulepreload', fileName));
        const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        return [...scripts, ...styles.map((file) => link('stylesheet', file))].filter(
          ({ attrs }) => !html.includes(attrs.href),
        );
      },
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;
type Chunk = Extract<Bundle[string], { type: 'chunk' }>;

function withImports(file: Bundle[string] | undefined, bundle: Bundle): Chunk[] {
  if (file?.type !== 'chunk') return [];
  return [file, ...file.imports.flatMap((name) => withImports(bundle[name], bundle))];
}

const link = (rel: string, file: string) => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `./${file}` },
  injectTo: 'head' as const,
});

const WORKER = 'sw.js';
/** What the service worker does not fetch: itself, index.html, which it knows, and what only other sites show. */
const NOT_KEPT = [WORKER, 'index.html', 'preview.png'];
/** Texts: most readers need those of one language, which the page has fetched already. And networks, for strong bots. */
const LAST = /\/(?:texts\.)?(?:en|pl|is)\b|\.okawari$/;

/** Builds the service worker, and tells it the files of the page and a hash of them all. */
export function offline(source: string): Plugin {
  let folder = '';
  return {
    name: 'offline',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    buildStart() {
      this.emitFile({ type: 'chunk', id: source, fileName: WORKER });
    },
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      // Not all browsers take modules as service workers.
      if (worker?.type !== 'chunk' || worker.imports.length || worker.exports.length)
        this.error(`${WORKER} must be one script without imports and exports`);
    },
    closeBundle() {
      const all = readdirSync(folder, { recursive: true, encoding: 'utf-8' })
        .map((name) => name.split(sep).join('/'))
        .filter((name) => statSync(join(folder, name)).isFile())
        .sort((one, other) => Number(LAST.test(one)) - Number(LAST.test(other)) || (one < other ? -1 : 1));
      const digest = createHash('sha256');
      for (const name of all)
        digest
          .update(`${name}\0`)
          .update(readFileSync(join(folder, name)))
          .update('\0');
      const build = {
        version: digest.digest('hex').slice(0, 16),
        files: all.filter((name) => !NOT_KEPT.includes(name)),
      };
      const worker = join(folder, WORKER);
      writeFileSync(worker, `const BUILD=${JSON.stringify(build)};\n${readFileSync(worker, 'utf-8')}`);
    },
  };
}
