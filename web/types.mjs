// Writes the types of messages and views from the schemas that the server is checked against.
import { readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const OPTIONS = {
  additionalProperties: false,
  bannerComment: '// Made by `npm run types`.',
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
};
const KINDS = { Drafting: 'DraftView', 'Sushi battle': 'BattleView', 'Sushi Roll': 'RollView' };

const schemaOf = (name) =>
  JSON.parse(readFileSync(new URL(`../src/okawari/schemas/${name}.schema.json`, import.meta.url), 'utf-8'));

async function write(name, schema) {
  const types = await compile(schema, name, OPTIONS);
  writeFileSync(new URL(`src/wire/${name}.gen.ts`, import.meta.url), types);
}

/** The schema of views with one type for each kind of table, each with the fields that its kind can have. */
function byKind({ properties, required, oneOf, $defs }) {
  const kinds = oneOf.map((kind) => {
    const foreign = oneOf.filter((other) => other !== kind).flatMap((other) => other.required);
    const own = Object.keys(properties).filter((field) => kind.required.includes(field) || !foreign.includes(field));
    return {
      title: KINDS[kind.title],
      type: 'object',
      properties: Object.fromEntries(own.map((field) => [field, properties[field]])),
      required: [...required, ...kind.required],
    };
  });
  return { title: 'View', oneOf: kinds, $defs };
}

await write('wire', schemaOf('wire'));
await write('view', byKind(schemaOf('view')));
