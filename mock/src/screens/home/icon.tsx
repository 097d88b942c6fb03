/** Lines in a square of 24. A dot is a line without a length. */
const LINES = {
  accounts:
    'M3.5 7.5h14a3 3 0 0 1 3 3v6.5a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-10a3 3 0 0 1 3-3h10.5M16 13.8h.01',
  apps: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM16.5 13.5v6M13.5 16.5h6',
  activity: 'M3 12h4l3-7 4 14 3-7h4',
  settings:
    'M4 7.5h9M18 7.5h2M4 16.5h2M11 16.5h9M13 7.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 16.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  scan: 'M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M4 12h16',
  copy: 'M9 8.5h8.5a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H11a2 2 0 0 1-2-2zM9 15.5H6.5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v2',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof LINES;

/** An icon, drawn in the colour of the text around it. Screen readers read the text beside it. */
export function Icon({ name }: Readonly<{ name: IconName }>) {
  return (
    <svg class={`icon is-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
