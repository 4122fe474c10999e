// node server.js PORT: the server as its documentation has it, with matches in memory.

const { Server } = require('boardgame.io/server');
const game = require('./game');

const server = Server({ games: [game], origins: [] });
server.run(Number(process.argv[2]), () => console.log('ready'));
