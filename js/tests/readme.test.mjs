// The examples of the README run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';

/** What each example tells, in their order. */
const TOLD = [
  /^\[ \d+, \d+, \d+ \] \[ \d \]\n\[\]\n$/,
  /^\[ \d+, \d+ \]\n$/,
  /^[a-z0-9+]+\n$/,
  /^3 \[ \{ 'squid\+salmon': 1 \}, \{ dumpling: 1 \} \] The margin of the game, exactly\.\n$/,
];

test('the examples of the README run', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/```js\n([^]*?)```/g)].map(([, example]) => example);
  assert.equal(examples.length, TOLD.length);
  for (const [n, example] of examples.entries()) {
    // Within its own folder, a package can be imported by its name.
    const options = ['--input-type=module', '--eval', example];
    const told = execFileSync(process.execPath, options, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
    assert.match(told, TOLD[n]);
  }
});
