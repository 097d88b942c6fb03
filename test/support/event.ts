/** Creates something that happens once: `happen` makes it happen, and `happened` resolves then. */
export function createEvent<T = void>() {
  let happen: (value: T) => void = () => {};
  const happened = new Promise<T>((resolve) => {
    happen = resolve;
  });
  return { happen, happened };
}
