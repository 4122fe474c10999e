// Answers questions about views, for tests/js/test_coach.py.
import { Engine, Records, compile } from '../dist/engine.js';
import { explain, explainInSteps } from '../dist/coach/explain.js';
import { gains } from '../dist/gains.js';
import { Setting } from '../dist/settings.js';
import { View } from '../dist/views.js';
import { answer } from './answers.mjs';

const engine = new Engine(await compile());

function viewOf({ setting, record }) {
  const made = Setting.fromJSON(setting);
  return new View(engine, made, new Records(made.viewLayout, 1, new Uint8Array(Buffer.from(record, 'base64'))));
}

await answer({
  gains: ({ view }) => Object.fromEntries(gains(viewOf(view))),
  explain: ({ view: described, options: { required = [], ...options } }) => {
    const view = viewOf(described);
    return explain(view, { ...options, required: required.map((text) => view.notation.move(text)) });
  },
  explainInSteps: ({ view, options }) => explainInSteps(viewOf(view), options),
  cancel: ({ view, options }) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    return explainInSteps(viewOf(view), { ...options, signal: controller.signal }).catch(({ name }) => name);
  },
});
