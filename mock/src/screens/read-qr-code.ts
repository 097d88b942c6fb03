/** More pixels take seconds, and a photo of so many shows each module of a QR code many pixels wide. */
const MAX_PIXELS = 4_000_000;
/** To look at every picture of a camera would keep the processor busy. */
const LOOK_EVERY_MS = 150;

/**
 * Returns the text of the QR code in a picture, or `undefined` if none is found.
 *
 * @throws DOMException if the browser cannot decode the picture
 */
export async function readQrCode(picture: ImageBitmapSource): Promise<string | undefined> {
  const bitmap = await createImageBitmap(picture);
  const text = await readImage(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return text;
}

/**
 * Shows the camera of the phone's back in `video`, and resolves with the text of the first QR code that
 * `isWanted`. The camera is off when the promise settles.
 *
 * @throws DOMException if the browser cannot use a camera; the signal's reason if it aborts
 */
export async function scanQrCode(
  video: HTMLVideoElement,
  isWanted: (text: string) => boolean,
  signal: AbortSignal,
): Promise<string> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    for (;;) {
      if (!stream.active) throw new Error('The camera has stopped');
      const text = await readImage(video, video.videoWidth, video.videoHeight);
      signal.throwIfAborted();
      if (text !== undefined && isWanted(text)) return text;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

async function readImage(
  image: CanvasImageSource,
  fullWidth: number,
  fullHeight: number,
): Promise<string | undefined> {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (fullWidth * fullHeight)));
  const width = Math.max(1, Math.round(fullWidth * scale));
  const height = Math.max(1, Math.round(fullHeight * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.drawImage(image, 0, 0, width, height);
  // Loaded only now, because the decoder is larger than all else that the page loads for the mock wallet.
  const { decodeQrCode } = await import('../phone/decode-qr-code.js');
  return decodeQrCode(context.getImageData(0, 0, width, height));
}
