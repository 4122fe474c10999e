// The types of everything that browser and server say to each other, from the schema that the server is checked against.
import { writeFileSync } from 'node:fs';
import { compileFromFile } from 'json-schema-to-typescript';

const options = { additionalProperties: false, bannerComment: '', unreachableDefinitions: true };
const schemas = new URL('../src/okawari/schemas/', import.meta.url).pathname;
const wire = await compileFromFile(`${schemas}wire.schema.json`, options);
writeFileSync(new URL('src/wire/wire.gen.ts', import.meta.url), `// Made by \`npm run types\`.\n${wire}`);
