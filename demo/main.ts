import { createElement, render } from 'preact';
import { getRecipient } from './addresses.js';
import { App } from './app.js';
import { recallSent } from './sent.js';

// An undecided payment is shown at the top, and the browser may restore a position further down.
if (recallSent()) history.scrollRestoration = 'manual';
const root = document.querySelector('#app');
if (root) {
  const app = createElement(App, { recipient: await getRecipient() });
  root.replaceChildren();
  render(app, root);
}
