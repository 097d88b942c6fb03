/**
 * What the approval page tells the page that it is shown in: there are sessions or requests; there are none any more,
 * that of `launch` and all before it included; the person has left without an answer.
 */
export type ApprovalPageMessage = Readonly<
  { type: 'mobile-wallet:busy' | 'mobile-wallet:left' } | { type: 'mobile-wallet:done'; launch: number }
>;

/**
 * Returns a message of the approval page; `undefined` for anything else that reaches the dapp's page by `postMessage`,
 * where browser extensions and frames post whatever they like. Never throws.
 *
 * @param frame the window of the approval page, if there is one now
 */
export function readApprovalPageMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
): ApprovalPageMessage | undefined {
  // A window that has closed is `null` as well, on both sides.
  if (frame === null || source !== frame || origin !== location.origin) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, launch }: Readonly<{ type?: unknown; launch?: unknown }> = data;
  if (type === 'mobile-wallet:busy' || type === 'mobile-wallet:left') return { type };
  const isDone = type === 'mobile-wallet:done' && Number.isSafeInteger(launch);
  return isDone ? { type, launch: Number(launch) } : undefined;
}
