import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/process.mjs';
import { writeComparison } from './comparison.js';

const README = join(root, 'bench/README.md');
/** The published peer of the session API. */
export const SESSION_PEER = '@solana-mobile/mobile-wallet-adapter-protocol';
/** The published peer of the wallet. */
export const WALLET_PEER = '@solana-mobile/wallet-standard-mobile';

/** The canary of the next release of {@link SESSION_PEER}. */
export const NEXT_SESSION_PEER = 'next-protocol';
/** The canary of the next release of {@link WALLET_PEER}. */
export const NEXT_WALLET_PEER = 'next-wallet';

/** Longer cells would make the reader scroll sideways. */
const MAX_CELL = 80;

/** Formats a Markdown table. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(formatCell).join(' | ')} |`).join('\n');
}

/** Names the versions of the libraries, the browser and Node that a bench ran with. */
export function describeVersions(chromium: string, peerName = WALLET_PEER, nextName?: string): string {
  const own = readPackage('.');
  const peer = readPeer(peerName);
  const next = nextName === undefined ? '' : ` next ${readPeer(nextName).version},`;
  const programs = `Chromium ${chromium}, Node ${process.versions.node}`;
  return `Peer ${peer.version},${next} ours ${own.version}; ${programs}.`;
}

/** Returns the name under which an installed package is published, and its version. */
export function readPeer(installedName: string): Readonly<{ name: string; version: string }> {
  return readPackage(join('node_modules', installedName));
}

/** Describes the machine and its load, because times compare only within one run. */
export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${gigabytes} GB, load ${loadavg()[0]?.toFixed(1)}.`;
}

/**
 * Writes a bench's results into bench/README.md, between the two comments with the bench's name, and README's
 * table, which is made of them.
 */
export function writeSection(name: string, section: string): void {
  const text = readFileSync(README, 'utf8');
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = splitOnce(text, start);
  const [, after] = splitOnce(rest, end);
  writeFileSync(README, `${before}${start}\n${section}\n${end}${after}`);
  writeComparison();
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const index = text.indexOf(mark);
  if (index < 0) throw new Error(`bench/README.md must contain ${mark}`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}

function formatCell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL - 1)}…` : line;
}

function readPackage(folder: string): Readonly<{ name: string; version: string }> {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
