import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { WalletHost, WalletState } from '../../phone/wallet-state.js';
import { Money } from '../coin.js';
import { loadFont } from '../font.js';
import { recall, remember, useRemembered } from '../memory.js';
import { setStyle } from '../parts.js';
import { connectToPanel } from '../status.js';
import { AccountsScreen } from './accounts-screen.js';
import { ActivityScreen } from './activity-screen.js';
import { AppsScreen } from './apps-screen.js';
import type { ScreenProps } from './controls.js';
import css from './home.css?inline';
import { Icon } from './icon.js';
import { SettingsScreen } from './settings-screen.js';
import { AppSwitch } from './wallet-apps.js';

const SCREENS = [
  { id: 'accounts', title: 'Accounts', Screen: AccountsScreen },
  { id: 'apps', title: 'Apps', Screen: AppsScreen },
  { id: 'activity', title: 'Activity', Screen: ActivityScreen },
  { id: 'settings', title: 'Settings', Screen: SettingsScreen },
] as const;

/** Shows the wallet's own screens in this document: full screen, or in the panel's frame. */
export function showHome(host: WalletHost): void {
  setStyle(document, css);
  void loadFont();
  const place = document.createElement('div');
  document.body.append(place);

  let shown: WalletState | undefined;
  const show = (state: WalletState | undefined, isLost: boolean): void => {
    shown = state;
    const focused = document.activeElement;
    const panel = focused?.closest<HTMLElement>('.panel');
    render(<Home state={state} isLost={isLost} run={host.run} />, place);
    // If that has removed what had the focus, the keyboard stays on the same screen.
    if (!focused?.isConnected) panel?.focus({ preventScroll: true });
  };
  show(undefined, false);
  const tellPanel = connectToPanel(host);

  // Only a visible page listens, because browsers keep no more than six connections to a server, over all its
  // pages.
  let stop: (() => void) | undefined;
  const listen = (): void => {
    stop?.();
    stop = document.hidden
      ? undefined
      : host.watchWallet(
          (state) => {
            show(state, false);
            tellPanel(state);
          },
          () => show(shown, true),
        );
  };
  document.addEventListener('visibilitychange', listen);
  listen();
}

/** The wallet between visits. A wallet that does not answer keeps what was shown last. */
function Home({
  state,
  isLost,
  run,
}: Pick<ScreenProps, 'run'> & Readonly<{ state: WalletState | undefined; isLost: boolean }>) {
  const [chosen, open] = useRemembered('tab');
  const panels = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    SCREENS.findIndex(({ id }) => id === chosen),
  );

  // The open screen keeps its place over a reload; the others keep theirs by themselves.
  const isKnown = state !== undefined;
  const current = useRef(index);
  current.current = index;
  useLayoutEffect(() => {
    if (!isKnown) return;
    const getPanel = () => panels.current?.children[current.current];
    getPanel()?.scrollTo(0, Number(recall('scroll') ?? 0));
    const keepPlace = (): void => remember('scroll', String(getPanel()?.scrollTop ?? 0));
    addEventListener('pagehide', keepPlace);
    return () => removeEventListener('pagehide', keepPlace);
  }, [isKnown]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const keys: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    };
    const next = keys[event.key];
    const screen = next === undefined ? undefined : SCREENS.at(next % SCREENS.length);
    if (!screen) return;
    event.preventDefault();
    open(screen.id);
    tabs.current?.querySelectorAll('button')[SCREENS.indexOf(screen)]?.focus();
  };

  return (
    // The panel, if there is one around this document, has the wallet's name.
    <main class="home" aria-label="Mock wallet">
      <div class={parent === window ? 'brand' : 'for-readers'}>
        <h1>Mock wallet</h1>
        {parent === window && state && <Money isTest={state.chain.hasFaucet} />}
      </div>
      {state?.walletApps && <AppSwitch {...state.walletApps} run={run} />}
      <nav aria-label="Screens">
        <div class="tabs" role="tablist" aria-label="Mock wallet" ref={tabs} onKeyDown={onKeyDown}>
          {SCREENS.map(({ id, title }, each) => (
            <button
              key={id}
              id={`tab-${id}`}
              type="button"
              role="tab"
              aria-selected={each === index}
              aria-controls={`panel-${id}`}
              tabIndex={each === index ? 0 : -1}
              onClick={() => open(id)}
            >
              <Icon name={id} />
              {title}
            </button>
          ))}
        </div>
      </nav>
      <p class="warning lost" role="status">
        {isLost &&
          'The mock wallet does not answer. Is the dev server still running? This page tries again by itself.'}
      </p>
      <div class="screens" ref={panels}>
        {SCREENS.map(({ id, Screen }, each) => (
          <div
            key={id}
            id={`panel-${id}`}
            class={each === index ? 'panel' : 'panel is-behind'}
            role="tabpanel"
            aria-labelledby={`tab-${id}`}
            tabIndex={-1}
          >
            {state && <Screen state={state} run={run} open={open} />}
          </div>
        ))}
      </div>
    </main>
  );
}
