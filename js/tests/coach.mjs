// Answers questions about views, for tests/js/test_coach.py.
import {
  Records,
  Setting,
  View,
  explain,
  explainInSteps,
  gainWords,
  gains,
  load,
  loadTexts,
  reasonWords,
  review,
  reviewInSteps,
  worthNow,
} from '../dist/index.js';
import { answer } from './answers.mjs';

const okawari = await load();
const { engine } = okawari;
for (const language of ['pl', 'is']) await loadTexts(language);

function viewOf({ setting, record }) {
  const made = Setting.fromJSON(setting);
  return new View(engine, made, new Records(made.viewLayout, 1, new Uint8Array(Buffer.from(record, 'base64'))));
}

await answer({
  gains: ({ view }) => Object.fromEntries(gains(viewOf(view))),
  gainWords: ({ view, language }) => [...gains(viewOf(view)).values()].map((gain) => gainWords(gain, language)),
  worth: ({ view }) =>
    worthNow(viewOf(view)).map((lines) => lines.map(({ dish, points, code, params }) => [dish, points, code, params])),
  explain: ({ view: described, options: { required = [], ...options } }) => {
    const view = viewOf(described);
    return explain(view, { ...options, required: required.map((text) => view.notation.move(text)) });
  },
  explainInWords: ({ view, options, language, names }) => {
    const explanation = explain(viewOf(view), options);
    const reasons = explanation.advice.map((advice) => reasonWords(advice.reasons, language, names));
    return [explanation.words(language, names), ...reasons];
  },
  explainInSteps: ({ view, options }) => explainInSteps(viewOf(view), options),
  review: ({ record, options }) => review(okawari.record(record), options),
  reviewInSteps: ({ record, options }) => reviewInSteps(okawari.record(record), options),
  cancel: ({ view, options }) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    return explainInSteps(viewOf(view), { ...options, signal: controller.signal }).catch(({ name }) => name);
  },
});
