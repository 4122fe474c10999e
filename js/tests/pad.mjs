// Scores sheets, for tests/js/test_pad.py.
import { OkawariError, Pad, load, loadTexts } from '../dist/index.js';
import { nearestWord } from '../dist/slips.js';
import { answer } from './answers.mjs';

const { engine } = await load();
for (const language of ['pl', 'is']) await loadTexts(language);

/** A sheet in some languages, or what is wrong. */
function score({ options, text, final, languages }) {
  try {
    const pad = new Pad(engine, options);
    const entries = pad.read(text, { final });
    const sheet = final ? pad.scoreFinal(entries) : pad.scoreRound(entries);
    return { entries, tie: sheet.tie, sheets: languages.map((language) => sheet.inLanguage(language)) };
  } catch (problem) {
    if (!(problem instanceof OkawariError)) throw problem;
    const { name, code, params } = problem;
    return { name, code, params, messages: languages.map((language) => problem.inLanguage(language)) };
  }
}

await answer({ score, nearest: ({ word, rights }) => nearestWord(word, rights) });
