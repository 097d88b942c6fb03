import { isIdle, isQuiet, isVisible, type StatusNote, type Visit } from '../visit.js';
import type { FrameState, PanelLayer } from './panel-view.js';
import type { Place } from './stage.js';
import type { SystemSheet } from './system-sheet.js';
import type { BrowserPage } from './wallet-browser.js';

/** All that decides what the panel shows. */
export type PanelState = Readonly<{
  visit: Visit;
  /** Why the last launch failed, until the user closes that. */
  failure: string | undefined;
  isWide: boolean;
  /** Whether the wallet's own screens can be opened, and are open, beside wide pages or over narrow ones. */
  isHomeOffered: boolean;
  isBeside: boolean;
  isOver: boolean;
  isJoinOpen: boolean;
  /** The page in a wallet app's browser. It stays while the panel slides away. */
  browser: BrowserPage | undefined;
  isBrowserOpen: boolean;
  /** What the phone's system shows. It stays while the panel slides away. */
  system: SystemSheet | undefined;
  isSystemOpen: boolean;
  /** What was last on the page, which the panel still shows while it slides away. */
  layer: PanelLayer;
  approvalFrame: FrameState;
  homeFrame: FrameState;
  notes: readonly StatusNote[] | undefined;
  /** Whether the wallet's chain is a test; `undefined` until the wallet has said so. */
  isTest: boolean | undefined;
}>;

/** Whether the user has to look at a visit. */
function isVisiting({ visit, failure }: Pick<PanelState, 'visit' | 'failure'>): boolean {
  // A wallet that plays another device waits for minutes, and would cover the page for as long.
  return failure !== undefined || (isVisible(visit) && !isIdle(visit));
}

/** Returns where the panel stands on the page. */
export function getPlace(state: PanelState): Place {
  const { visit, isWide, isHomeOffered, isBeside, isOver, isBrowserOpen, isSystemOpen } = state;
  if (isSystemOpen || isBrowserOpen || state.failure !== undefined) return 'visit';
  if (isVisiting(state)) return isQuiet(visit) ? 'quiet' : 'visit';
  const isAside = isVisible(visit);
  if (!isHomeOffered || !(isWide ? isBeside : isOver)) return isAside ? 'aside' : 'away';
  return isWide ? 'beside' : 'over';
}

/** Returns the state with what follows from the place where it puts the panel. */
export function settle(state: PanelState): PanelState {
  const place = getPlace(state);
  if (place === 'away' || place === 'aside') return state;
  if (place === 'visit' || place === 'quiet') {
    const layer: PanelLayer = state.isSystemOpen ? 'system' : isVisiting(state) ? 'visit' : 'browser';
    return { ...state, layer, isJoinOpen: false };
  }
  return {
    ...state,
    layer: 'home',
    browser: undefined,
    system: undefined,
    approvalFrame: isVisible(state.visit) ? state.approvalFrame : 'none',
    homeFrame: state.homeFrame === 'none' ? 'loading' : state.homeFrame,
  };
}
