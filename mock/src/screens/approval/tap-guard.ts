/** Ignores taps on buttons that come too early to be meant for the request that is shown. */
export type TapGuard = Readonly<{
  /** Called when a new request is shown. */
  hold(): void;
  isEarly(click: MouseEvent): boolean;
}>;

/** A user who taps within this time may still mean the previous request. */
const HOLD_MS = 1_000;

/**
 * Creates the guard. The buttons stay in place while requests change, so it disables them for a second with each new
 * request. It does so only once the user has tapped on the page, because no earlier tap can then be meant for the first
 * request. Keys are never too early, because each new request moves the focus away from the buttons.
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
    // `detail` is 0 for a key, and 2 or more for the later clicks of a double click.
    isEarly: ({ detail, currentTarget }) =>
      detail > 1 ||
      (detail > 0 && currentTarget instanceof HTMLElement && currentTarget.ariaDisabled === 'true'),
  };
}
