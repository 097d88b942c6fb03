import type { MockAttestation, MockWalletContext } from '../mock-session.js';
import { DEFAULT_SETTINGS, type MockWalletSettings, type SettingsChanges } from '../settings.js';
import { changeSettings } from './change-settings.js';
import { readPhoneReport } from './like.js';

/** The options that set the same things as settings, and `settings` itself, which comes first. `like` comes last. */
export type SettingsOptions = Readonly<{
  like?: unknown;
  chains?: readonly string[];
  protocol?: MockWalletSettings['protocol'];
  capabilities?: SettingsChanges['capabilities'];
  quirks?: SettingsChanges['quirks'];
  attestation?: MockAttestation;
  settings?: SettingsChanges;
}>;

/** Accepts whatever a dapp sends as its attestation. There is no page at this address, which never resolves. */
const ANY_ATTESTATION: MockAttestation = {
  uri: 'https://mock-mobile-wallet.invalid/',
  context: 'mock-mobile-wallet',
  isAttested: () => true,
};

/** Returns the settings with which a wallet begins. */
export function getInitialSettings(options: SettingsOptions): MockWalletSettings {
  const { like, chains, protocol, capabilities, quirks, attestation, settings = {} } = options;
  const played = like === undefined ? {} : readPhoneReport(like).settings;
  const single: { [Name in keyof SettingsChanges]: SettingsChanges[Name] | undefined } = {
    chains,
    protocol,
    capabilities,
    quirks,
    attestation: attestation && 'accept',
  };
  return [played, single as SettingsChanges, settings].reduce(changeSettings, DEFAULT_SETTINGS);
}

/** Returns those settings that count for a whole session. */
export function getSessionSettings(
  { protocol, chains, quirks, attestation }: MockWalletSettings,
  options: SettingsOptions,
): Pick<MockWalletContext, 'protocol' | 'chains' | 'quirks' | 'attestation'> {
  const accepting = options.attestation ?? ANY_ATTESTATION;
  const attestations = {
    off: undefined,
    accept: accepting,
    refuse: { ...accepting, isAttested: () => false },
  };
  return { protocol, chains, quirks, attestation: attestations[attestation] };
}
