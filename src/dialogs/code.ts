import { encode } from 'uqr';

const SVG = 'http://www.w3.org/2000/svg';
/** White modules on each side of a code, as scanners expect them (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** A picture of a QR code, always black on white. */
export type Picture = Readonly<{
  element: SVGSVGElement;
  /** Draws the code of `text`, in place of the previous one. */
  draw(text: string): void;
  /** Leaves the picture white. */
  clear(): void;
}>;

/** Creates an empty picture. `label` is its name for screen readers. */
export function createPicture(label: string): Picture {
  const element = document.createElementNS(SVG, 'svg');
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  const path = document.createElementNS(SVG, 'path');
  element.append(path);
  return {
    element,
    draw(text) {
      // The lowest level of error correction has the fewest modules, and a large module is what a blurred picture needs.
      // Within that size, the level is raised as far as it goes.
      const { data, size } = encode(text, { ecc: 'L', boostEcc: true, border: 0 });
      element.setAttribute(
        'viewBox',
        `${-QUIET_MODULES} ${-QUIET_MODULES} ${size + 2 * QUIET_MODULES} ${size + 2 * QUIET_MODULES}`,
      );
      path.setAttribute('d', data.map(drawRow).join(''));
    },
    clear: () => path.removeAttribute('d'),
  };
}

/** Returns one square of a path for each black module of a row. */
function drawRow(row: readonly boolean[], y: number): string {
  return row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')).join('');
}
