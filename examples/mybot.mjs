#!/usr/bin/env node
// A bot for Okawari: one JSON line in, one JSON line out. Play it with:
//   okawari tournament --bots "simple,cmd:node examples/mybot.mjs"
import { createInterface } from "node:readline";

// Cards from the best to the worst; a move with several cards has the rank of the best one.
const ORDER = ["squid", "maki3", "wasabi", "salmon", "tempura", "sashimi", "dumpling", "pudding", "maki2", "egg"];

function rank(move) {
  const places = move.split(/[+/ ]/).map((word) => ORDER.indexOf(word)).filter((place) => place >= 0);
  return places.length ? Math.min(...places) : ORDER.length;
}

function choose(view) {
  const plate = (view.plates ?? view.trays)[view.viewer];
  // Two tempura score together: take the second one at once.
  const pair = plate.filter((card) => card === "tempura").length % 2 === 1;
  if (pair && view.moves.includes("tempura")) return "tempura";
  return view.moves.reduce((best, move) => (rank(move) < rank(best) ? move : best));
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  console.log(JSON.stringify({ id: question.id, move: choose(question.view) }));
}
