import { connect } from '../dapp.js';

const button = document.createElement('button');
const output = document.createElement('output');
button.textContent = 'Connect';
button.onclick = () =>
  connect().then(
    (address) => output.replaceChildren(address),
    ({ code }) => output.replaceChildren(code),
  );
document.body.append(button, output);
