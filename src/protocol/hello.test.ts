import { describe, expect, it } from 'vitest';
import { createAssociationKeyPair, createSessionKeyPair, deriveSessionKeys, exportPoint } from './hello.js';

describe('the keys of a session', () => {
  it('cannot be exported, not even by scripts of the page', async () => {
    const association = await createAssociationKeyPair();
    const own = await createSessionKeyPair();
    const { key } = await deriveSessionKeys(
      own.privateKey,
      await exportPoint(await createSessionKeyPair()),
      await exportPoint(association),
    );
    for (const privateKey of [association.privateKey, own.privateKey]) {
      await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow('not extractable');
    }
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable');
  });

  it('are new each time', async () => {
    const points = await Promise.all(
      [createAssociationKeyPair, createAssociationKeyPair, createSessionKeyPair, createSessionKeyPair].map(
        async (create) => String(await exportPoint(await create())),
      ),
    );
    expect(new Set(points).size).toBe(4);
  });
});
