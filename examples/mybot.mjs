#!/usr/bin/env node
// A bot for Okawari: one JSON line in, one JSON line out. Play it with:
//   okawari tournament --bots "simple,cmd:node examples/mybot.mjs"
import { createInterface } from "node:readline";

// What I like most comes first; of a move with several words, the best counts.
const LIKES = ["squid", "maki3", "wasabi", "salmon", "tempura", "sashimi", "dumpling", "pudding", "maki2", "egg"];

function liking(move) {
  const places = move.split(/[+/ ]/).map((word) => LIKES.indexOf(word)).filter((place) => place >= 0);
  return places.length ? Math.min(...places) : LIKES.length;
}

function choose(view) {
  const plate = (view.plates ?? view.trays)[view.viewer];
  // Two tempura lie better together: take the second one at once.
  const pair = plate.filter((card) => card === "tempura").length % 2 === 1;
  if (pair && view.moves.includes("tempura")) return "tempura";
  return view.moves.reduce((best, move) => (liking(move) < liking(best) ? move : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  console.log(JSON.stringify({ id: question.id, move: choose(question.view) }));
}
