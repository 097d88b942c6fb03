/** The end of a session that a message comes from. */
export type End = 'dapp' | 'wallet';

/** A message on its way through a reflector or relay. */
export type Carried<T> = Readonly<{
  from: End;
  /** Counts the messages of this end, from 1 where the fault begins. */
  nth: number;
  message: T;
  /** Hands a message to the other end, also later. */
  deliver(message: T): void;
  /** Hands a message back to the end that it comes from. */
  reflect(message: T): void;
  /** Closes the connections of both ends with a close code, or drops them. */
  hangUp(how: HangUp): void;
}>;

/** A close code, or without a close frame. */
export type HangUp = number | 'drop';

/** Returns the messages that the other end receives in the place of one. */
export type Carry<T> = (carried: Carried<T>) => readonly T[];

/** A {@link Carry} for messages of any kind, because it does not look into them. */
export type CarryAny = <T>(carried: Carried<T>) => readonly T[];

/** Replaces the nth message of an end. */
export function replace<T>(from: End, nth: number, change: Carry<T>): Carry<T> {
  return (carried) => (isNth(carried, from, nth) ? change(carried) : [carried.message]);
}

/** Loses the nth message of an end. */
export function lose(from: End, nth = 1): CarryAny {
  return ({ message, ...carried }) => (isNth(carried, from, nth) ? [] : [message]);
}

/** Delivers the nth message of an end after the one that follows it. */
export function swap(from: End, nth = 1): CarryAny {
  let deliverHeld = (): void => {};
  return ({ message, deliver, ...carried }) => {
    if (isNth(carried, from, nth)) {
      deliverHeld = () => deliver(message);
      return [];
    }
    deliver(message);
    if (isNth(carried, from, nth + 1)) deliverHeld();
    return [];
  };
}

/** Delivers the nth message of an end later. */
export function postpone(from: End, ms: number, nth = 1): CarryAny {
  return ({ message, deliver, ...carried }) => {
    if (!isNth(carried, from, nth)) return [message];
    setTimeout(() => deliver(message), ms);
    return [];
  };
}

/** Closes or drops the connections in place of the nth message of an end. */
export function cutInPlaceOf(from: End, how: HangUp, nth = 1): CarryAny {
  return ({ message, hangUp, ...carried }) => {
    if (!isNth(carried, from, nth)) return [message];
    hangUp(how);
    return [];
  };
}

/** Closes or drops the connections after the nth message of an end. */
export function cutAfter(from: End, how: HangUp, nth = 1): CarryAny {
  return ({ message, deliver, hangUp, ...carried }) => {
    deliver(message);
    if (isNth(carried, from, nth)) hangUp(how);
    return [];
  };
}

function isNth(carried: Readonly<{ from: End; nth: number }>, from: End, nth: number): boolean {
  return carried.from === from && carried.nth === nth;
}
