import { type Moment, PAID, readMoment } from './moments.js';

addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
  const frame = document.querySelector<HTMLIFrameElement>('.phone iframe');
  const isShop = source === (frame?.contentWindow ?? window);
  const moment = isShop && origin === location.origin ? readMoment(data) : undefined;
  if (moment) light(moment);
});

/** Shows the code of this way to pay, lights the lines that have run, and the one that runs or threw. */
function light(moment: Moment): void {
  const { way, done, isBusy, error } = moment;
  for (const figure of document.querySelectorAll<HTMLElement>('[data-way]'))
    figure.hidden = figure.dataset['way'] !== way;
  let call: string | undefined;
  for (const line of document.querySelectorAll<HTMLElement>('[data-step]')) {
    const step = line.closest('[hidden]') ? undefined : Number(line.dataset['step']);
    const isNow = step === done && (isBusy || error !== undefined);
    const state = step !== undefined && step < done ? 'done' : !isNow ? 'open' : isBusy ? 'now' : 'failed';
    line.dataset['state'] = state;
    if (state === 'failed') line.dataset['code'] = error;
    if (state === 'now') line.setAttribute('aria-current', 'step');
    else line.removeAttribute('aria-current');
    if (isNow) call = /[\w.]+(?=\()/.exec(line.dataset['call'] ?? '')?.[0];
  }
  document.documentElement.dataset['paid'] = String(done === PAID);
  const words = getWords(moment, call);
  if (words || !isBusy) tell(words);
}

const lead = document.querySelector('.lead');
/** What the page says before anything has happened. */
const first = [...(lead?.childNodes ?? [])];

function tell(words: readonly string[] | undefined): void {
  // Every other word stands out.
  const said = words?.map((word, index) =>
    index % 2 === 0 ? word : Object.assign(document.createElement('b'), { textContent: word }),
  );
  lead?.replaceChildren(...(said ?? first));
}

/** Returns what happens now, or has happened, every other part of which stands out; nothing before. */
function getWords(
  { done, isBusy, isPending, isFirst, visits, error }: Moment,
  call: string | undefined,
): readonly string[] | undefined {
  // On a phone, the wallet and the shop cover the code.
  const name = document.documentElement.dataset['shop'] === 'page' ? call : undefined;
  if (isBusy && call) return name ? ['Your page waits in ', name] : ['The line that waits is lit.'];
  const next = isPending ? 'The page looks before it offers “Pay” again.' : 'Your code catches it.';
  if (error !== undefined) return [`${name ?? 'The line that waited'} threw `, error, `. ${next}`];
  if (isPending) return [next];
  if (done < PAID) return undefined;
  const paid = isFirst ? 'Connected and paid' : 'Paid';
  if (visits !== 1) return [`${paid}.`];
  const why = isFirst ? ' Connecting and paying separately would need two taps.' : '';
  return [`${paid} in `, 'one tap and one visit', ` to the wallet.${why}`];
}
