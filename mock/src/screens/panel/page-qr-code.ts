import { parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { readQrCode } from '../read-qr-code.js';

/** A QR code that the page shows for a wallet on another device. */
export type PageQrCode = Readonly<{
  uri: string;
  /** The dialog that shows it. Whatever is outside of a modal one is inert. */
  dialog: Element | undefined;
}>;

/** Where a dapp may show a QR code, in dialogs of its own or of any library. */
const DIALOGS = 'dialog[open], [role="dialog"], [aria-modal="true"], [popover]';
const OWN = 'mobile-wallet-panel, mobile-wallet-button, mobile-wallet-code';
/** The smallest picture that a phone could read from a screen, in pixels. */
const MIN_SIZE = 96;
/** How an `<svg>` is drawn, in pixels: enough for each module of the largest QR code. */
const DRAWN_SIZE = 640;

/** A picture of which nothing was read so often is no QR code, but moves. */
const MAX_TRIES = 5;

type Picture = SVGSVGElement | HTMLImageElement | HTMLCanvasElement;
type Root = Document | ShadowRoot;

/** What was read of each picture, and of which content. */
const readings = new WeakMap<
  Picture,
  Readonly<{ content: string; uri: string | undefined; tries: number }>
>();

/** Returns the document and all open shadow roots in it, but for the mock wallet's own. */
export function getRoots(root: Root = document): readonly Root[] {
  const inner = Array.from(root.querySelectorAll('*'), (element) =>
    element.shadowRoot && !element.matches(OWN) ? getRoots(element.shadowRoot) : [],
  );
  return [root, ...inner.flat()];
}

/**
 * Returns the QR code that the page shows: as a link or in a field, such as that of "Copy link", or else as a
 * picture in a dialog, which is read as a phone's camera would. So it can be a dialog of any library, but for
 * one in a closed shadow root.
 */
export async function findQrCode(roots: readonly Root[]): Promise<PageQrCode | undefined> {
  for (const element of select<HTMLAnchorElement | HTMLInputElement>(roots, 'a[href], input, textarea')) {
    const uri = 'href' in element ? element.href : element.value;
    const dialog = findDialog(element);
    // The field may be hidden until it is needed.
    if (isQrCodeLink(uri) && (dialog ?? element).checkVisibility()) return { uri, dialog };
  }
  for (const picture of select<Picture>(roots, 'svg, img, canvas')) {
    const dialog = findDialog(picture);
    if (!dialog || !isSquare(picture) || !picture.checkVisibility()) continue;
    const uri = await readOnce(picture);
    if (uri !== undefined && isQrCodeLink(uri)) return { uri, dialog };
  }
  return undefined;
}

function select<TElement extends Element>(roots: readonly Root[], selector: string): readonly TElement[] {
  return roots.flatMap((root) => [...root.querySelectorAll<TElement>(selector)]);
}

/** Returns the dialog around an element, also outside of its shadow root. */
function findDialog(element: Element): Element | undefined {
  const root = element.getRootNode();
  return element.closest(DIALOGS) ?? (root instanceof ShadowRoot ? findDialog(root.host) : undefined);
}

function isSquare(picture: Picture): boolean {
  const { width, height } = picture.getBoundingClientRect();
  return width >= MIN_SIZE && Math.abs(width - height) < width / 10;
}

function isQrCodeLink(text: string): boolean {
  if (!text.includes('/v1/associate/')) return false;
  try {
    return parseAssociationUri(text).association.type !== 'local';
  } catch {
    return false;
  }
}

async function readOnce(picture: Picture): Promise<string | undefined> {
  try {
    const content = getContent(picture);
    const last = readings.get(picture);
    if (last && (last.content === content || last.tries > MAX_TRIES)) return last.uri;
    const uri = await readQrCode(await draw(picture, content));
    readings.set(picture, { content, uri, tries: uri === undefined ? (last?.tries ?? 0) + 1 : 0 });
    return uri;
  } catch {
    // The page may forbid to read the picture, or it has not been loaded.
    return undefined;
  }
}

function getContent(picture: Picture): string {
  if (picture instanceof HTMLImageElement) return picture.currentSrc;
  if (picture instanceof HTMLCanvasElement) return picture.toDataURL();
  const copy = picture.cloneNode(true) as SVGSVGElement;
  // The page's styles do not count in a picture, which may leave the white of the QR code to what is behind.
  copy.style.background = '#fff';
  for (const side of ['width', 'height']) copy.setAttribute(side, String(DRAWN_SIZE));
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
}

async function draw(picture: Picture, content: string): Promise<CanvasImageSource & ImageBitmapSource> {
  if (!(picture instanceof SVGSVGElement)) return picture;
  const image = new Image();
  image.src = content;
  await image.decode();
  return image;
}
