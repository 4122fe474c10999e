export { Engine, EngineError, NdArray, Records, compile } from './engine.js';
