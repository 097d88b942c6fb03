import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { AppChoice } from '../../phone/wallet-apps.js';
import { Money } from '../coin.js';
import { JoinForm } from '../join-form.js';
import { ForReaders } from '../parts.js';
import type { StatusNote } from '../visit.js';
import { System, type SystemSheet } from './system-sheet.js';
import { type BrowserPage, WalletBrowser } from './wallet-browser.js';

/** How far a frame has come. One that is not needed is not on the page. */
export type FrameState = 'none' | 'loading' | 'loaded';

/** What the panel shows. */
export type PanelLayer = 'home' | 'visit' | 'browser' | 'system';

type PanelViewProps = Readonly<{
  /** What is shown: the wallet between visits, a visit, the wallet app's browser, or the phone's system. */
  layer: PanelLayer;
  /** The page in the wallet app's browser, if that is open. */
  browser: BrowserPage | undefined;
  /** What the phone's system shows, if it shows anything. */
  system: SystemSheet | undefined;
  home: Readonly<{ url: string; frame: FrameState }>;
  approval: Readonly<{ url: string; frame: FrameState }>;
  /** Why the wallet could not start. */
  failure: string | undefined;
  /**
   * By which settings the wallet answers otherwise than its user would; `undefined` while that is not known.
   */
  notes: readonly StatusNote[] | undefined;
  /** Whether the wallet's chain is a test; `undefined` until the wallet has said so. */
  isTest: boolean | undefined;
  /** Called when the user joins a dapp on another device. Rejects with the reason to show. */
  join(uri: string): Promise<void>;
  isJoinOpen: boolean;
  /** Called when the user closes the form to join. */
  onJoinClose(): void;
  onLoad(frame: 'home' | 'approval'): void;
  /** Called when the user presses the × of the cover. */
  onLeave(): void;
  /** Called when the user presses the × of the wallet between visits. */
  onHide(): void;
  /** Called when the user presses the × of the wallet app's browser. */
  onBrowserClose(): void;
  /** Called when the user answers the chooser. */
  onChoose(choice: AppChoice): void;
  /** Called when the user goes back to the page from what the phone's system shows. */
  onSystemClose(): void;
  onReset(setting: string): void;
  /** Called when the user chooses the phone's own wallet. Without it, there is no such button. */
  onOwnWallet: (() => void) | undefined;
}>;

/**
 * The panel: the wallet between visits; the browser of a wallet app; the phone's system; the frame of a visit
 * and the cover over it, because before the approval page has loaded it is an empty page, white even in dark
 * mode; and below them a bar for the phone's own wallet.
 */
export function PanelView({
  layer,
  browser,
  system,
  approval,
  failure,
  onOwnWallet,
  ...props
}: PanelViewProps) {
  const isCovered = failure !== undefined || approval.frame !== 'loaded';
  return (
    <>
      <div class={`screen shows-${layer}`}>
        <Home {...props} />
        {browser && <WalletBrowser page={browser} onClose={props.onBrowserClose} />}
        {system && <System sheet={system} onChoose={props.onChoose} onBack={props.onSystemClose} />}
        {layer === 'visit' && isCovered && (
          <div class="cover">
            <Header isTest={props.isTest}>
              <Close label="Leave the wallet" onPress={props.onLeave} />
            </Header>
            <div class="idle" role="status">
              {failure === undefined ? (
                <>
                  <span class="spinner" />
                  <p class="quiet">Starting…</p>
                </>
              ) : (
                <>
                  <p class="title">The mock wallet could not start</p>
                  <p class="quiet">Nothing was signed. Close this, and try again.</p>
                  <p class="reason">{failure}</p>
                </>
              )}
            </div>
          </div>
        )}
        {approval.frame !== 'none' && (
          <iframe
            title="Mock wallet"
            class={isCovered ? 'is-covered' : ''}
            src={approval.url}
            onLoad={() => props.onLoad('approval')}
          />
        )}
        {layer === 'visit' && !isCovered && (
          <button type="button" class="leave is-clear" aria-hidden tabIndex={-1} onClick={props.onLeave} />
        )}
      </div>
      {onOwnWallet && (
        <div class="bar">
          <button
            type="button"
            class="action is-quiet"
            title="The mock wallet is on the computer. This tab opens the wallet app of this phone from now on."
            onClick={onOwnWallet}
          >
            Use this phone’s own wallet
          </button>
        </div>
      )}
    </>
  );
}

type HomeProps = Omit<
  PanelViewProps,
  | 'layer'
  | 'browser'
  | 'system'
  | 'approval'
  | 'failure'
  | 'onOwnWallet'
  | 'onBrowserClose'
  | 'onChoose'
  | 'onSystemClose'
>;

function Home({ home, notes, isTest, join, isJoinOpen, onJoinClose, onLoad, onHide, onReset }: HomeProps) {
  return (
    <div class="home">
      <Header isTest={isTest}>
        {notes?.length === 0 && <span class="ready">Ready</span>}
        <a class="full" href={home.url} target="_blank" rel="noreferrer">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M13 5h6v6M19 5l-7 7M11 19H5v-6M5 19l7-7" />
          </svg>
          <ForReaders>Full screen</ForReaders>
        </a>
        <Close label="Hide the wallet" onPress={onHide} />
      </Header>
      <Notes notes={notes ?? []} onReset={onReset} />
      {home.frame !== 'none' && (
        <iframe
          title="Accounts, apps, activity and settings"
          class={home.frame === 'loaded' ? '' : 'is-covered'}
          // Pages of another origin may not use the clipboard otherwise.
          allow="clipboard-write"
          src={home.url}
          onLoad={() => onLoad('home')}
        />
      )}
      {isJoinOpen && (
        <section class="join" aria-labelledby="join-title">
          <div class="join-head">
            <h2 class="title" id="join-title">
              Scan a QR code
            </h2>
            <Close label="Close" onPress={onJoinClose} />
          </div>
          <JoinForm join={join} />
        </section>
      )}
    </div>
  );
}

/** Chips that turn a setting off. */
function Notes({ notes, onReset }: Readonly<{ notes: readonly StatusNote[] } & Pick<HomeProps, 'onReset'>>) {
  const group = useRef<HTMLDivElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <div class="notes" role="group" aria-label="How the wallet answers" tabIndex={-1} ref={group}>
      {notes.map(({ setting, text }) => (
        <button
          key={setting}
          type="button"
          class="chip"
          title="Turn this off"
          onClick={() => {
            // The chip goes, and the focus with it.
            group.current?.focus();
            onReset(setting);
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function Header({
  isTest,
  children,
}: Pick<PanelViewProps, 'isTest'> & Readonly<{ children: ComponentChildren }>) {
  return (
    <div class="header">
      <div class="brand">
        Mock wallet
        {isTest !== undefined && <Money isTest={isTest} />}
      </div>
      {children}
    </div>
  );
}

function Close({ label, onPress }: Readonly<{ label: string; onPress(): void }>) {
  return <button type="button" class="leave" aria-label={label} onClick={onPress} />;
}
