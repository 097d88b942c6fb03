import { say } from '../../scripts/process.mjs';
import { describeMachine, describeVersions, formatTable, writeSection } from '../report.js';
import { formatRatio, formatTimes } from './statistics.js';

/** One row of a table of times in ms. The peer may be missing. */
export type Row = Readonly<{
  what: string;
  floor: readonly number[];
  own: readonly number[];
  peer?: readonly number[];
}>;

/** Writes a table of times into bench/README.md: medians, 95th percentiles, and ratios of medians. */
export function writeTimes(name: string, rows: readonly Row[], browser: string, peerName?: string): void {
  const heads = ['what', 'peer', 'ours', 'floor', 'ours : peer', 'ours : floor'];
  const cells = rows.map(({ what, floor, own, peer }) => [
    what,
    peer ? formatTimes(peer) : '–',
    formatTimes(own),
    formatTimes(floor),
    peer ? formatRatio(own, peer) : '–',
    formatRatio(own, floor),
  ]);
  const about = `${describeVersions(browser, peerName)} ${describeMachine()}`;
  const section = `${formatTable(heads, cells)}\n\n${about}`;
  writeSection(name, section);
  say(`\n${section}\n`);
}
