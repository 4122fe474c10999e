// Bots: each gets a View, which holds what its seat may know, and returns a Move.
export { Bot, type BotOptions } from './bot.js';
export { ChildBot, type ChildOptions } from './child.js';
export type { Limits } from './clock.js';
export { ExpertBot, type ExpertOptions } from './expert.js';
export { GreedyBot, TunedGreedyBot } from './greedy.js';
export { BOTS, LEVELS, make, makeLevel, usesNetworks, usualSeconds } from './make.js';
export { type FileReader, Networks } from './networks.js';
export { QuickBot, QuickExpertBot } from './quick.js';
export { RandomBot } from './random.js';
export { SimpleBot } from './simple.js';
export { Stream } from './stream.js';
export { type Budget, TreeBot, type TreeOptions, type Tried } from './tree.js';
