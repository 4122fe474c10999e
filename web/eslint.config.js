import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// The layers of src, the lowest first. A folder imports from the rows before its own, and from no other folder.
const LAYERS = [
  ['offline'],
  ['lib'],
  ['wire'],
  ['facts'],
  ['source'],
  ['engine'],
  ['device'],
  ['net', 'game'],
  ['play'],
  ['access', 'beats', 'motion', 'turns'],
  ['parts'],
  ['setup'],
  ['table/common'],
  ['table/bill'],
  ['table/draft', 'table/battle', 'table/roll', 'table/lobby', 'table/lesson', 'table/status', 'table/end'],
  ['table/menu', 'table/replay'],
  ['pages'],
  ['App.svelte'],
  ['start.ts'],
  ['main.ts'],
];

const zones = LAYERS.flatMap((row, level) =>
  row.map((folder) => ({
    target: `./src/${folder}`,
    from: LAYERS.slice(level)
      .flat()
      .filter((other) => other !== folder)
      .map((other) => `./src/${other}`),
    message: `It is no lower layer than ${folder}: see LAYERS in eslint.config.js.`,
  })),
).filter((zone) => zone.from.length);

export default defineConfig(
  globalIgnores(['public/', '**/*.gen.ts']),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js'] })],
      'import-x/extensions': ['.ts', '.js'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts'] },
    },
    rules: {
      'no-undef': 'off', // TypeScript checks it.
      'svelte/prefer-svelte-reactivity': 'off', // Maps and sets that are not drawn need not be reactive.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
          message: 'Check the value with a type guard where it comes in, as asView does.',
        },
        {
          selector: 'SvelteAttribute[key.name="href"] > SvelteLiteral:first-child[value=/^(#|\\u002f(?!api\\u002f))/]',
          message:
            'Addresses differ between a server and a static site: use href() of lib/router or drawing() of lib/files.',
        },
      ],
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'import-x/no-duplicates': 'error',
      'import-x/first': 'error',
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/net/**', 'src/device/**', 'src/play/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/net/serverTable', '**/net/socket.svelte', '**/device/*'],
              message: 'The page knows a table as a TableSource, which openTable makes.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
