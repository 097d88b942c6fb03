/** The texts in English of the dialog that shows a QR code. */
export const SCAN_TEXTS = {
  scanTitle: 'Use a wallet on another device',
  /** Why the user has to scan a QR code. */
  scanFirst: 'Scan this QR code with your wallet’s phone.',
  scanExpired: 'This is a new QR code. The old one expired.',
  scanNotRenewed: 'No connection. Trying again…',
  scanIdle: 'You were away for a while. Please scan again.',
  scanWalletLeft: 'Your wallet disconnected. Please scan again.',
  scanConnectionLost: 'The connection was lost. Please scan again.',
  scanCannotConnect: 'Your wallet can’t connect this way. Please scan with another wallet app.',
  scanCancelled: 'You cancelled. Please scan again.',
  /** Unfolds the steps. */
  scanHelp: 'How to scan',
  /** Steps, one a line. */
  scanSteps:
    'Point the phone’s camera at the QR code.\nTap the link to open your wallet.\nNo link? Scan with your wallet app.',
  /** What a screen reader says in place of the QR code. */
  qrCodeLabel: 'QR code for your wallet. You can copy its link instead.',
  qrCodeWaiting: 'Waiting for a scan.',
  /** For screen readers. `{time}` is replaced by minutes and seconds. */
  qrCodeTimer: 'New QR code in {time}.',
  qrCodeExpired: 'Expired. A new QR code follows.',
  openHere: 'Open a wallet on this device',
  /** For screen readers. */
  linkCopied: 'The link was copied. Paste it in your wallet app.',
  linkLabel: 'Link for your wallet',
  encrypted: 'Encrypted connection',
};
