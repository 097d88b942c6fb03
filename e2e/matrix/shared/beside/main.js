import { connect, sign } from './dapp.js';

const output = document.querySelector('output');
const [connectButton, signButton] = document.querySelectorAll('button');
const run = (work) => () =>
  work().then(
    (text) => output.replaceChildren(text),
    (error) => output.replaceChildren(String(error)),
  );
connectButton.onclick = run(connect);
signButton.onclick = run(sign);
