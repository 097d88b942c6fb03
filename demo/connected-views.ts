// What only a connected wallet needs, in one file of its own.
export { NextSteps } from './next-steps.js';
export { Playground } from './playground.js';
