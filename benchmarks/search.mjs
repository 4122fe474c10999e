// Measures tree searches of the npm package for compiled.py: names on standard input, milliseconds on standard output.
import { createInterface } from 'node:readline';
import { bots, load } from '../js/dist/index.js';

const LEAST = 250; // milliseconds of one measurement
const TABLES = {
  'first edition, 2': { menu: 'sushi-go-first', seats: 2 },
  'first edition, 4': { menu: 'sushi-go-first', seats: 4 },
  'sushi battle': { menu: 'sushi-go-anniversary', seats: 2, variant: 'battle' },
  'Sushi Roll, 4': { menu: 'sushi-roll', seats: 4 },
};

const okawari = await load();
const works = {};
for (const [name, options] of Object.entries(TABLES)) {
  const game = okawari.game({ ...options, seed: 5 });
  const view = game.view(game.toMove[0]);
  const passes = options.menu === 'sushi-roll' ? 200 : 2000;
  works[`tree search, ${name}`] = () => bots.make(`tree:budget=${passes}`, 1).search(view);
}

function measure(work) {
  const began = performance.now();
  let runs = 0;
  while (performance.now() - began < LEAST) {
    work();
    runs++;
  }
  return (performance.now() - began) / runs;
}

for (const work of Object.values(works)) measure(work);
console.log(JSON.stringify(Object.keys(works)));
for await (const name of createInterface({ input: process.stdin })) console.log(measure(works[name]));
