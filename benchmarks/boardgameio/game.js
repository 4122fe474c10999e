// A draft of four players: three rounds of eight cards, all choose at the same time, and hands are passed to the left.
// Nothing is scored.

const { ActivePlayers, INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const ROUNDS = 3;
const HAND = 8;
// The last card of a hand is played by itself.
const TURNS = HAND - 1;
// How many cards of each dish are in the deck.
const DECK = {
  tempura: 14,
  sashimi: 14,
  dumpling: 14,
  maki1: 6,
  maki2: 12,
  maki3: 8,
  salmon: 10,
  squid: 5,
  egg: 5,
  pudding: 10,
  wasabi: 6,
  chopsticks: 4,
};

function newDeck() {
  return Object.entries(DECK).flatMap(([dish, count]) => Array(count).fill(dish));
}

function deal(G) {
  for (const player of Object.values(G.players)) {
    player.hand = G.secret.deck.splice(0, HAND);
  }
}

function setup({ ctx, random }) {
  const seats = [...Array(ctx.numPlayers).keys()];
  const G = {
    // What nobody sees, and what only its player sees.
    secret: { deck: random.Shuffle(newDeck()) },
    players: Object.fromEntries(seats.map((seat) => [seat, { hand: [], chosen: 0 }])),
    plates: seats.map(() => []),
    ready: seats.map(() => false),
    turn: 0,
  };
  deal(G);
  return G;
}

function choose({ G, playerID }, index) {
  const player = G.players[playerID];
  if (G.ready[playerID] || !(index in player.hand)) {
    return INVALID_MOVE;
  }
  player.chosen = index;
  G.ready[playerID] = true;
  if (G.ready.every(Boolean)) {
    reveal(G);
  }
}

function reveal(G) {
  play(G);
  pass(G);
  G.turn += 1;
  if (G.turn % TURNS === 0) {
    endRound(G);
  }
}

function play(G) {
  Object.values(G.players).forEach((player, seat) => {
    G.plates[seat].push(...player.hand.splice(player.chosen, 1));
    player.chosen = 0;
    G.ready[seat] = false;
  });
}

function pass(G) {
  const players = Object.values(G.players);
  const hands = players.map((player) => player.hand);
  players.forEach((player, seat) => {
    player.hand = hands[(seat + 1) % hands.length];
  });
}

function endRound(G) {
  play(G);
  if (G.turn < ROUNDS * TURNS) {
    G.plates = G.plates.map(() => []);
    deal(G);
  }
}

module.exports = {
  name: 'draft',
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  // Nobody could undo a choice while several players are active; without this, all states of a game are kept for it.
  disableUndo: true,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    // Others choose at the same time, and may not see the choice in the log.
    choose: { move: choose, redact: true, ignoreStaleStateID: true },
  },
  endIf: ({ G }) => (G.turn === ROUNDS * TURNS ? { over: true } : undefined),
};
