// Plays a game in a worker of a browser and posts its record: tests/js/test_browser.py compares it with Python's.
import { load } from '../dist/index.js';

const okawari = await load();
const game = okawari.game({ menu: 'sushi-go-anniversary', seats: 4, seed: 7 });
while (!game.over) for (const seat of game.toMove) game.choose(seat, game.view(seat).moves[0]);
postMessage(JSON.stringify({ record: game.record, view: game.view(0), scores: game.scores }));
