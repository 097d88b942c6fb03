import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium } from '@playwright/test';
import { getChromiumOptions } from '../chromium.js';

const SCHEME = 'solana-wallet';
const WALLET = fileURLToPath(new URL('wallet.mjs', import.meta.url));

/** A browser whose operating system has a wallet app for `solana-wallet:`. */
export type System = Readonly<{
  context: BrowserContext;
  /** Returns the URIs that the operating system was asked to open, the oldest first. */
  getOpened(): readonly string[];
  close(): Promise<void>;
}>;

/**
 * Starts Chromium with a replacement for `xdg-open`, by which Chromium on Linux opens URIs. The replacement
 * starts the wallet in its own process. Pages of `origin` may open the scheme without a confirmation dialog.
 */
export async function startSystem(origin: string): Promise<System> {
  const folder = mkdtempSync(join(tmpdir(), 'mobile-wallet-os-'));
  const opened = join(folder, 'opened');
  const profile = join(folder, 'profile');
  const programs = join(folder, 'programs');
  mkdirSync(join(profile, 'Default'), { recursive: true });
  mkdirSync(programs);
  writeFileSync(opened, '');
  const protocol_handler = { allowed_origin_protocol_pairs: { [origin]: { [SCHEME]: true } } };
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ protocol_handler }));
  const script = `#!/bin/sh\nprintf '%s\\n' "$1" >>"${opened}"\nexec "${process.execPath}" "${WALLET}" "$1"\n`;
  writeFileSync(join(programs, 'xdg-open'), script, { mode: 0o755 });

  const context = await chromium.launchPersistentContext(profile, {
    ...getChromiumOptions(),
    env: { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` },
  });
  return {
    context,
    getOpened: () => readFileSync(opened, 'utf8').split('\n').slice(0, -1),
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
