// Scores sheets, for tests/js/test_pad.py.
import { Note, OkawariError, Pad, load, loadTexts } from '../dist/index.js';
import { nearestWord } from '../dist/slips.js';
import { answer } from './answers.mjs';

const { engine } = await load();
for (const language of ['pl', 'is']) await loadTexts(language);

const written = (line) => [line.dish, line.points, line.code, line.params, line instanceof Note];

/** A sheet of lines in a text, or of plates, in some languages; or what is wrong. */
function score({ options, text, plates, seats, final, languages }) {
  try {
    const pad = new Pad(engine, options);
    const entries = plates ? pad.enter(plates, seats, { final }) : pad.read(text, { final });
    const sheet = final ? pad.scoreFinal(entries) : pad.scoreRound(entries);
    const lines = sheet.players.map((player) => player.lines.map(written));
    return { entries, tie: sheet.tie, lines, sheets: languages.map((language) => sheet.inLanguage(language)) };
  } catch (problem) {
    if (!(problem instanceof OkawariError)) throw problem;
    const { name, code, params } = problem;
    return { name, code, params, messages: languages.map((language) => problem.inLanguage(language)) };
  }
}

await answer({ score, nearest: ({ word, rights }) => nearestWord(word, rights) });
