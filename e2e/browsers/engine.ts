/** A tab of a browser. What the drivers of all three browsers can do. */
export type Tab = Readonly<{
  /** Opens an address. Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Resolves with the value of an expression, or with that of the promise that it returns, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the main mouse button at a point of the viewport, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  press(key: Key): Promise<void>;
  /** Returns the picture of the viewport as PNG. */
  takeScreenshot(): Promise<Buffer>;
  close(): Promise<void>;
}>;

/** The keys that tests press. */
export type Key = 'Enter' | 'Escape' | 'Space' | 'Tab';

/** A running browser. */
export type Browser = Readonly<{
  /** Its name and version. */
  version: string;
  openTab(): Promise<Tab>;
  /**
   * Resolves with the value of an expression in the browser's own window, as JSON: what the user sees around
   * the page. Only in Firefox.
   */
  evaluateInWindow?(expression: string): Promise<unknown>;
  close(): Promise<void>;
}>;

/** The size of the viewport, in CSS pixels. */
export const VIEWPORT = { width: 1280, height: 800 };
