type Receiver = Readonly<{ receive(event: Event): void }>;

/** Passes events of the page on to a state, which its listeners on the page do not keep alive. */
export function listenFor(state: Receiver, types: readonly string[]): void {
  if (!globalThis.addEventListener) return;
  // Made here, because some servers have neither class, and import this file, too.
  gone ??= new FinalizationRegistry((stopListening) => stopListening());
  const receive = receiveFor.bind(undefined, new WeakRef(state));
  for (const type of types) {
    addEventListener(type, receive);
    gone.register(state, () => globalThis.removeEventListener?.(type, receive));
  }
}

/** Removes the listeners on the page of wallets that nobody holds any more. */
let gone: FinalizationRegistry<() => void> | undefined;

function receiveFor(reference: WeakRef<Receiver>, event: Event): void {
  reference.deref()?.receive(event);
}
