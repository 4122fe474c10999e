// The example of the README runs.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';

test('the example of the README runs', () => {
  const [, example] = /```js\n([^]*?)```/.exec(readFileSync(new URL('../README.md', import.meta.url), 'utf8'));
  // Within its own folder, a package can be imported by its name.
  const options = ['--input-type=module', '--eval', example];
  const told = execFileSync(process.execPath, options, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
  assert.match(told, /^\[ \d+, \d+, \d+ \] \[ \d \]\n\[\]\n$/);
});
