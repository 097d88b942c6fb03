/** More pixels take seconds, and a photo of so many shows each module of a code many pixels wide. */
const MAX_PIXELS = 4_000_000;

/**
 * Returns the text of the QR code in a picture, or `undefined` if none is found.
 *
 * @throws DOMException if the browser cannot decode the picture
 */
export async function readPicture(picture: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  // Loaded only now, because the decoder is larger than all else that the page loads for the mock wallet.
  const { readCode } = await import('../phone/picture.js');
  return readCode(context.getImageData(0, 0, width, height));
}
