import { describe, expect, it, vi } from 'vitest';
import {
  BROWSER_FRAME,
  findDappChain,
  getBrowserChain,
  launchInPanel,
  readLaunchMessage,
  setPageHidden,
} from './browser-frame.js';

function createWindow(name: string, isFrame: boolean) {
  const window = { name };
  vi.stubGlobal('window', window);
  vi.stubGlobal('parent', isFrame ? {} : window);
}

describe('getBrowserChain', () => {
  it('is the chain in the name of the frame of a wallet app’s browser', () => {
    createWindow(`${BROWSER_FRAME}solana:mainnet`, true);
    expect(getBrowserChain()).toBe('solana:mainnet');
  });

  it.each([
    ['a frame of another name', 'other', true],
    ['a tab of that name', `${BROWSER_FRAME}solana:mainnet`, false],
  ])('is missing in %s, and in Node', (_, name, isFrame) => {
    expect(getBrowserChain()).toBeUndefined();
    createWindow(name, isFrame);
    expect(getBrowserChain()).toBeUndefined();
  });
});

describe('a launch of the page in a wallet app’s browser', () => {
  /** Answers as the panel does. */
  const stubPanel = (answer: object) =>
    vi.stubGlobal('parent', {
      postMessage(message: Record<string, unknown>, _: string, [port]: readonly MessagePort[]) {
        expect(readLaunchMessage(message)).toEqual({
          type: 'mobile-wallet:launch',
          uri: 'solana-wallet:/v1',
        });
        port?.postMessage(answer);
      },
    });

  it('resolves once the panel has launched', async () => {
    stubPanel({});
    await launchInPanel('solana-wallet:/v1');
  });

  it('rejects with the reason if the panel could not', async () => {
    stubPanel({ error: 'The port is taken' });
    await expect(launchInPanel('solana-wallet:/v1')).rejects.toThrow('The port is taken');
  });

  it('is no other message', () => {
    expect(readLaunchMessage({ type: 'mobile-wallet:left', uri: 'solana-wallet:/v1' })).toBeUndefined();
    expect(readLaunchMessage({ type: 'mobile-wallet:launch', uri: 1 })).toBeUndefined();
  });
});

describe('findDappChain', () => {
  const stubWallets = (...wallets: readonly object[]) => {
    const page = new EventTarget();
    page.addEventListener('wallet-standard:app-ready', (event) =>
      (event as CustomEvent).detail.register(...wallets),
    );
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  };

  it('is the first chain of the library’s wallet, whatever others there are', () => {
    const other = { chains: ['sui:mainnet'], features: {} };
    const own = {
      chains: ['solana:mainnet', 'solana:devnet'],
      features: { 'mobile-wallet-standard:transact': {} },
    };
    stubWallets(other, own);
    expect(findDappChain()).toBe('solana:mainnet');
  });

  it('is devnet without one', () => {
    stubWallets();
    expect(findDappChain()).toBe('solana:devnet');
  });
});

describe('setPageHidden', () => {
  it('hides the page from its scripts and shows it again, and says so each time', () => {
    class Page extends EventTarget {
      get hidden() {
        return false;
      }
      get visibilityState() {
        return 'visible';
      }
    }
    const page = new Page();
    vi.stubGlobal('document', page);
    const seen: unknown[] = [];
    page.addEventListener('visibilitychange', () => seen.push([page.hidden, page.visibilityState]));
    setPageHidden(true);
    setPageHidden(false);
    expect(seen).toEqual([
      [true, 'hidden'],
      [false, 'visible'],
    ]);
  });
});
