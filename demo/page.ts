import { type Moment, readMoment } from './moments.js';

addEventListener('message', ({ data, origin, source }: MessageEvent<unknown>) => {
  const frame = document.querySelector<HTMLIFrameElement>('.phone iframe');
  const isShop = source === (frame?.contentWindow ?? window);
  const moment = isShop && origin === location.origin ? readMoment(data) : undefined;
  if (moment) light(moment);
});

/** Shows the code of this way to pay, and lights the lines that have run, and the one that runs. */
function light({ way, done, isBusy }: Moment): void {
  for (const figure of document.querySelectorAll<HTMLElement>('[data-way]'))
    figure.hidden = figure.dataset['way'] !== way;
  for (const line of document.querySelectorAll<HTMLElement>('[data-step]')) {
    const isOther = line.closest('[hidden]') !== null;
    const step = Number(line.dataset['step']);
    const isNow = !isOther && isBusy && step === done;
    line.dataset['state'] = !isOther && step < done ? 'done' : isNow ? 'now' : 'open';
    if (isNow) line.setAttribute('aria-current', 'step');
    else line.removeAttribute('aria-current');
  }
}
