import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/process.mjs';

const README = join(root, 'bench/README.md');
const PEER = '@solana-mobile/wallet-standard-mobile';
/** The longest cell that a reader need not scroll for. */
const MAX_CELL = 80;

/** Makes a Markdown table. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map(formatCell).join(' | ')} |`).join('\n');
}

/** Names what was measured, and with what. */
export function describeVersions(chromium: string, peerName = PEER): string {
  const own = readPackage('.');
  const peer = readPackage(join('node_modules', peerName));
  const machine = `Chromium ${chromium}, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  return `Peer: \`${peer.name}\` ${peer.version}. Ours: \`${own.name}\` ${own.version}. ${machine}.`;
}

/** Says what times were taken on: they compare only with others of the same run. */
export function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${gigabytes} GB, load ${loadavg()[0]?.toFixed(1)}.`;
}

/** Puts a bench's results into the README of the benches, between the two comments that bear its name. */
export function writeSection(name: string, section: string): void {
  const text = readFileSync(README, 'utf8');
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = splitOnce(text, start);
  const [, after] = splitOnce(rest, end);
  writeFileSync(README, `${before}${start}\n${section}\n${end}${after}`);
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const index = text.indexOf(mark);
  if (index < 0) throw new Error(`bench/README.md has no ${mark} where it belongs`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}

function formatCell(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL - 1)}…` : line;
}

function readPackage(folder: string): Readonly<{ name: string; version: string }> {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}
