// Answers questions: one line of JSON each, `{"what": …}` with parameters, from standard input.
import { createInterface } from 'node:readline';

export async function answer(answers) {
  for await (const line of createInterface({ input: process.stdin })) {
    const { what, ...params } = JSON.parse(line);
    let said;
    try {
      said = { answer: await answers[what](params) };
    } catch (problem) {
      said = { failure: String(problem.stack) };
    }
    process.stdout.write(JSON.stringify(said) + '\n');
  }
}
