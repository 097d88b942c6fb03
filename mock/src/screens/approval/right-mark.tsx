import type { RightPicture } from '../../explain/rights-table.js';

/** Lines in a square of 24. */
const LINES: Readonly<Record<RightPicture, string>> = {
  hand: 'M7.5 12.5V6.8a1.6 1.6 0 0 1 3.2 0v4.4V4.9a1.6 1.6 0 0 1 3.2 0v6.3V6.8a1.6 1.6 0 0 1 3.2 0v7.4a6 6 0 0 1-6 6c-2.6 0-4-1.2-5.3-3.4L3.5 13a1.6 1.6 0 0 1 2.6-1.8z',
  key: 'M4 15.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0M10.8 12.7L19.5 4M16 7.5l3 3M13.5 10l1.8 1.8',
  coins:
    'M4.5 7.5a5.5 2.6 0 1 0 11 0a5.5 2.6 0 1 0-11 0M4.5 7.5v8.5c0 1.4 2.5 2.6 5.5 2.6M4.5 11.8c0 1.4 2.5 2.6 5.5 2.6M15.5 7.5v3M17 13v7M13.5 16.5h7',
  stop: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M6.4 6.4l11.2 11.2',
  lock: 'M6 11h12v8.5H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v1.8',
  program: 'M8.5 7.5L4 12l4.5 4.5M15.5 7.5L20 12l-4.5 4.5M13.3 5l-2.6 14',
  pen: 'M4.5 19.5l1-4.2L16.2 4.6a1.9 1.9 0 0 1 2.7 0l.5.5a1.9 1.9 0 0 1 0 2.7L8.7 18.5zM14.3 6.5l3.2 3.2',
  out: 'M13 5H6.5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2H13M10 12h10M16.5 8.5L20 12l-3.5 3.5',
};

/** The picture of a right, drawn in the colour of its level. Screen readers read the text beside it. */
export function RightMark({ picture, isDanger }: Readonly<{ picture: RightPicture; isDanger: boolean }>) {
  return (
    <span class={isDanger ? 'right-mark is-danger' : 'right-mark'}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={LINES[picture]} />
      </svg>
    </span>
  );
}
