import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose_gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Resolves with whether an object is garbage, because nothing reaches it any more. */
export async function isCollected(reference: WeakRef<object>): Promise<boolean> {
  for (let round = 0; round < 10 && reference.deref(); round++) {
    // A reference that was read keeps its object until the end of the turn.
    await new Promise(setImmediate);
    collectGarbage();
  }
  return reference.deref() === undefined;
}
