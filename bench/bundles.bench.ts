import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { bundle, type Chunk, DAPPS, findChunks, getFirst, getGzipSize } from '../scripts/bundles.mjs';
import { say } from '../scripts/process.mjs';
import { FLOW_BUDGETS, type FlowName } from './bundles/flow-budgets.js';
import { openFlows } from './bundles/flows.js';
import { measureByEsbuild, NEXT_PEERS, PEERS, WEB3JS } from './bundles/peers.js';
import { describeVersions, formatTable, NEXT_WALLET_PEER, WALLET_PEER, writeSection } from './report.js';

const FOLDERS = ['wallet', 'dapp', 'connection', 'protocol', 'transact', 'util'];

test('bytes per import', async ({ browser }) => {
  const rows: string[][] = [];
  for (const [name, dapp] of Object.entries(DAPPS)) {
    const chunks = await bundle(dapp);
    const [first = 0, firstByEsbuild = 0] = await measureFirst(dapp);
    const peers = await measureFirstIfAny(PEERS[name]);
    const next = await measureFirstIfAny(NEXT_PEERS[name]);
    rows.push([
      `\`${name}\``,
      ...[peers[0], next[0], first, ratio(first, peers[0]), getGzipSize(chunks) - first].map(format),
      ...[peers[1], next[1], firstByEsbuild, ratio(firstByEsbuild, peers[1])].map(format),
    ]);
    say(rows.at(-1)?.join(' · ') ?? '');
  }
  const web3js = await measureFirst(WEB3JS);
  rows.push(['(web3.js alone)', '', '', format(web3js[0]), '', '', '', '', format(web3js[1]), '']);
  const heads = [
    'import',
    'peer, Vite',
    'next, Vite',
    'ours, Vite',
    'ratio',
    'on demand',
    'peer, esbuild',
    'next, esbuild',
    'ours, esbuild',
    'ratio',
  ];

  const wallet = await bundle(DAPPS['mobile-wallet-standard']);
  const parts = [
    ...describeParts('first load', getFirst(wallet)),
    ...describeParts('sessions', findChunks(wallet, 'wallet/calls/operations.js')),
  ];
  const section = [
    formatTable(heads, rows),
    describeVersions(browser.version(), WALLET_PEER, NEXT_WALLET_PEER),
  ].join('\n\n');
  writeSection('bundles', section);
  say(`\n${section}\n\n${formatTable(['file', 'folder', 'bytes, about'], parts)}`);
});

test('what has a budget', async () => {
  const flows = await openFlows();
  const rows: string[][] = [];
  for (const name of Object.keys(FLOW_BUDGETS) as FlowName[]) {
    const { bytes, files, levels } = await flows.measure(name);
    rows.push([name, ...[bytes, files, levels].map(format)]);
  }
  await flows.close();
  const { default: checks } = await import('../.size-limit.mjs');
  for (const { name, path } of checks) {
    const bytes = getGzipSize(path.map((file) => ({ code: readFileSync(file, 'utf8') })));
    rows.push([name, format(bytes), format(path.length), '']);
  }
  const section = formatTable(['what', 'bytes', 'files', 'levels'], rows);
  writeSection('budgets', section);
  say(`\n${section}`);
});

/** Returns the bytes that a page with a dapp fetches at once, bundled by Vite and by esbuild. */
async function measureFirst(dapp: string): Promise<readonly number[]> {
  return [getGzipSize(getFirst(await bundle(dapp))), await measureByEsbuild(dapp)];
}

async function measureFirstIfAny(dapp: string | undefined): Promise<readonly number[]> {
  return dapp === undefined ? [] : measureFirst(dapp);
}

/**
 * Splits a file's bytes among the folders its modules come from, in proportion to their sizes before
 * minifying.
 */
function describeParts(file: string, chunks: readonly Chunk[]): string[][] {
  const bytes = getGzipSize(chunks);
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
  const total = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
  const folders = new Map<string, number>();
  for (const [id, { renderedLength: length }] of modules) {
    const folder = getFolder(id);
    folders.set(folder, (folders.get(folder) ?? 0) + length);
  }
  return [...folders]
    .sort(([, a], [, b]) => b - a)
    .map(([folder, length]) => [file, folder, format(Math.round((bytes * length) / total / 10) * 10)]);
}

function getFolder(id: string): string {
  if (id.includes('preload-helper')) return "Vite's own preload helper";
  const folder = /dist\/(\w+)\//.exec(id)?.[1] ?? '';
  if (FOLDERS.includes(folder)) return `\`${folder}\``;
  return id.includes('/dist/') ? '`index`' : 'the dapp';
}

function ratio(own: number, peer: number | undefined): number | undefined {
  return peer === undefined ? undefined : Math.round((own / peer) * 100) / 100;
}

function format(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en');
}
