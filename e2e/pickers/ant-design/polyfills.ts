import { Buffer } from 'buffer';

// A separate module that is imported first, because the library expects these global variables of Node.
Object.assign(globalThis, { Buffer, global: globalThis, process: { env: {} } });
