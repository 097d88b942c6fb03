import { describe, expect, it } from 'vitest';
import { readBuildWarnings, readInstallWarnings } from './warnings.mjs';

const LOCKED = {
  '': { dependencies: { 'mock-mobile-wallet': 'file:../mock-mobile-wallet.tgz', tool: '1.0.0' } },
  'node_modules/mock-mobile-wallet': { version: '0.1.0', dependencies: { kit: '^8.0.0' } },
  'node_modules/mock-mobile-wallet/node_modules/kit': {
    version: '8.0.0',
    dependencies: { commander: '15.0.0' },
  },
  'node_modules/commander': { version: '15.0.0' },
  'node_modules/kit': { version: '5.0.0' },
  'node_modules/tool': { version: '1.0.0' },
};

/** @param {string} id */
const unsupported = (id) => `npm warn EBADENGINE Unsupported engine {
npm warn EBADENGINE   package: '${id}',
npm warn EBADENGINE   required: { node: '>=22' },
npm warn EBADENGINE   current: { node: 'v20.20.2', npm: '11.19.1' }
npm warn EBADENGINE }`;

describe('the warnings of an install', () => {
  it('are ours if one of our packages brings their cause, also by a package that is installed twice', () => {
    const output = [
      unsupported('commander@15.0.0'),
      unsupported('tool@1.0.0'),
      unsupported('kit@5.0.0'),
    ].join('\n');
    expect(readInstallWarnings(output, LOCKED)).toEqual([
      { text: 'commander@15.0.0 asks for Node >=22', isOurs: true },
      { text: 'kit@5.0.0 asks for Node >=22', isOurs: false },
      { text: 'tool@1.0.0 asks for Node >=22', isOurs: false },
    ]);
  });

  it('name what is deprecated, the install scripts that npm holds back, and all that has no form known here', () => {
    const output = `npm warn deprecated tool@1.0.0: use another
npm warn install-scripts 1 packages have install scripts not yet covered by allowScripts:
npm warn install-scripts   kit@8.0.0 (install: node-gyp-build)
npm warn ERESOLVE overriding peer dependency of mobile-wallet-standard`;
    expect(readInstallWarnings(output, LOCKED)).toEqual([
      { text: 'ERESOLVE overriding peer dependency of mobile-wallet-standard', isOurs: true },
      { text: 'install scripts held back: kit@8.0.0', isOurs: true },
      { text: 'tool@1.0.0 is deprecated', isOurs: false },
    ]);
  });

  it("leave out those about the machine's settings", () => {
    expect(
      readInstallWarnings('npm warn Unknown user config "nodedir".\n\nadded 5 packages', LOCKED),
    ).toEqual([]);
  });
});

describe('the warnings of a build', () => {
  it('are ours if they name a file of our packages', () => {
    const output = `built in 1 s

WARNING in ./node_modules/mobile-wallet-standard/dist/index.js
Critical dependency

(!) Some chunks are larger than 500 kB`;
    expect(readBuildWarnings(output)).toEqual([
      { text: '(!) Some chunks are larger than 500 kB', isOurs: false },
      { text: 'WARNING in ./node_modules/mobile-wallet-standard/dist/index.js', isOurs: true },
    ]);
  });

  it("are the tool's own if they only list files of our packages", () => {
    const output = `WARNING in asset size limit:
The following asset(s) exceed the limit.
  dapp.js, of ./node_modules/mobile-wallet-standard/dist/index.js`;
    expect(readBuildWarnings(output)).toEqual([{ text: 'WARNING in asset size limit', isOurs: false }]);
  });

  it('are none in a build without any', () => {
    expect(readBuildWarnings('compiled with 0 warnings\n\nbuilt in 1 s')).toEqual([]);
  });
});
