/** Keeps taps from answering what nobody can have read yet. */
export type TapGuard = Readonly<{
  /** Called when a new request is shown. */
  hold(): void;
  /** Whether a click comes too early to be meant for the request that is shown. */
  isEarly(click: MouseEvent): boolean;
}>;

/** A person who taps within this time may still mean what was shown before. */
const HOLD_MS = 1_000;

/**
 * Creates the guard of buttons that stay in their place while requests change. They are held for a second once the person
 * has tapped somewhere on the page: the first request has nothing before it that a tap could be meant for. Keys are never
 * held, because the focus leaves the buttons with every new request.
 */
export function createTapGuard(buttons: readonly HTMLButtonElement[]): TapGuard {
  let hasTapped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  addEventListener('pointerdown', () => {
    hasTapped = true;
  });
  const setHeld = (isHeld: boolean): void => {
    for (const button of buttons) button.ariaDisabled = String(isHeld);
  };
  return {
    hold() {
      clearTimeout(timer);
      setHeld(hasTapped);
      timer = setTimeout(() => setHeld(false), HOLD_MS);
    },
    // A `detail` of 0 is a key, and more than 1 the last click of a double click.
    isEarly: ({ detail, currentTarget }) =>
      detail > 1 ||
      (detail > 0 && currentTarget instanceof HTMLElement && currentTarget.ariaDisabled === 'true'),
  };
}
