import { Buffer } from 'buffer';

// A separate module that is imported first, because Anchor expects Node's `Buffer` as a global variable.
globalThis.Buffer = Buffer;
