import type { Quirks } from '../../wallet/quirks.js';

/** A group of quirks under one heading. */
type QuirkGroup = Readonly<{ title: string; names: readonly (keyof Quirks)[] }>;

/** All quirks, in the order of a session. */
export const QUIRK_GROUPS: readonly QuirkGroup[] = [
  {
    title: 'Session',
    names: [
      'propertiesVersion',
      'closesOnBreach',
      'ignoresShortFrames',
      'deafAfterSession',
      'repliesOvertake',
      'hangsUpOn',
      'holdsReplyTo',
    ],
  },
  {
    title: 'Parsing',
    names: [
      'errorDataIsText',
      'nullIsText',
      'lenientBase64',
      'strictIdentity',
      'crashesOnMalformedChain',
      'takesUnknownChains',
      'silentOnUnknownCluster',
      'silentOnMalformedSignIn',
      'silentOnMalformedAddresses',
      'silentOnMalformedToken',
    ],
  },
  {
    title: 'Authorization',
    names: [
      'refusesTokenOfOtherChain',
      'refusesTokenOfOtherIdentity',
      'renewsTokens',
      'authorizeDropsAuthorization',
      'authorizeMs',
      'tokenOverridesSignIn',
      'answersReauthorize',
      'signsAfterDeauthorize',
    ],
  },
  {
    title: 'Results',
    names: [
      'accountChains',
      'accountFeatures',
      'displayAddressByToken',
      'walletIcon',
      'nullWalletUriBase',
      'domainWithoutPort',
      'extraSignInNewline',
      'crashesWithoutDomain',
      'signInResult',
      'legacyCapabilities',
      'answersCapabilitiesTwice',
    ],
  },
  {
    title: 'Signing and sending',
    names: [
      'unknownAddress',
      'sendIntegers',
      'sendBooleans',
      'signedMessages',
      'silentWithoutMinContextSlot',
    ],
  },
];
