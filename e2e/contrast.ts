import type { Locator, Page } from '@playwright/test';

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/**
 * Returns the contrast (1 to 21, as defined by WCAG) between the lightest and the darkest pixel of an
 * element, without `inset` pixels at each side, where its border is. Measures pixels and not computed
 * colours, because with forced colours the browser draws backgrounds behind text that no computed style
 * shows.
 */
export async function getContrast(element: Locator, inset = 0): Promise<number> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not shown');
  return measure(element.page(), box, inset);
}

/** Returns the contrast within the box of an element's text, as {@link getContrast} does. */
export async function getTextContrast(element: Locator): Promise<number> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.evaluate((parent) => {
    const range = document.createRange();
    range.selectNodeContents(parent);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  });
  return measure(element.page(), box, 2);
}

async function measure(page: Page, box: Box, inset: number): Promise<number> {
  const clip = {
    x: box.x + inset,
    y: box.y + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  };
  const png = (await page.screenshot({ clip })).toString('base64');
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (!context) throw new Error('This browser has no 2D canvas');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const luminances: number[] = [];
      for (let index = 0; index < data.length; index += 4) {
        const [red = 0, green = 0, blue = 0] = Array.from(data.subarray(index, index + 3), (value) =>
          value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        luminances.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
      }
      const [lightest, darkest] = luminances.reduce(
        ([high, low], luminance) => [Math.max(high, luminance), Math.min(low, luminance)],
        [0, 1],
      );
      return (lightest + 0.05) / (darkest + 0.05);
    }, png);
  } finally {
    await blank.close();
  }
}
