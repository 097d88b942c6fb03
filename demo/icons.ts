/** SVG paths of icons, 24 × 24. */
const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  alert: 'M12 7v6M12 16.5v.5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  phone: 'M8 2.5h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM11 18.5h2',
  next: 'M9.5 5.5L16 12l-6.5 6.5',
  down: 'M5.5 9.5L12 16l6.5-6.5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4',
  unknown: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17v.5',
} as const;

export type IconName = keyof typeof PATHS;

/** Creates a decorative icon in the colour of the surrounding text. */
export function createIcon(name: IconName): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(namespace, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
