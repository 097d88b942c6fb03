import { type AssociationRequest, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { useEffect, useRef, useState } from 'preact/hooks';
import { LOOPBACK_HOST } from '../chain/cluster-request.js';
import { Button, FileButton, useAttempt } from './parts.js';
import { readQrCode, scanQrCode } from './read-qr-code.js';

const NOT_A_LINK = 'This link leads to no dapp. Copy it again from the page that shows the QR code.';
const NOT_A_PICTURE = 'The browser cannot open this file as a picture.';
const NO_QR_CODE = 'No QR code was found in this picture. Choose one that shows all of it.';
const LOCAL_ONLY = 'Real phones cannot use this QR code. It leads to this computer only.';
/** Why there is no camera, by the name of the browser's error. */
const CAMERA_ERRORS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The browser may not use the camera. Allow it, or paste the link.',
  NotFoundError: 'This device has no camera. Paste the link.',
};
const CAMERA_ERROR = 'The camera does not work now. Paste the link.';

type JoinFormOptions = Readonly<{
  /** Rejects with the reason to show. */
  join(uri: string): Promise<void>;
  /** Whether the form plays a phone, which has a camera. */
  isPhone?: boolean;
}>;

/**
 * Joins a dapp on another device, by its link or by a picture of its QR code, which is chosen or pasted; on a
 * phone also by the camera.
 */
export function JoinForm({ join, isPhone = false }: JoinFormOptions) {
  const { run, isBusy, note } = useAttempt();
  const [link, setLink] = useState('');
  const [notice, setNotice] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  // Browsers give the camera to pages of this machine and to `https:` pages.
  const hasCamera = isPhone && 'mediaDevices' in navigator;

  const enter = (text: string): void => {
    setLink(text);
    setNotice(getLinkNotice(text.trim()));
  };
  const joinBy = (read: () => Promise<string>): void => {
    setScanning(false);
    void run(async () => {
      const uri = await read();
      if (!tryParseLink(uri)) throw new Error(NOT_A_LINK);
      setNotice(getLinkNotice(uri));
      await join(uri);
      setLink('');
    });
  };
  const joinByPicture = (picture: File): void => joinBy(() => requireQrCode(picture));

  return (
    <form
      class="join-form"
      onSubmit={(event) => {
        event.preventDefault();
        joinBy(async () => link.trim());
      }}
    >
      {isScanning && (
        <Camera
          onQrCode={(uri) => joinBy(async () => uri)}
          onError={(message) => joinBy(() => Promise.reject(new Error(message)))}
        />
      )}
      {hasCamera && (
        <Button kind={isScanning ? 'action' : 'action is-main'} onPress={() => setScanning(!isScanning)}>
          {isScanning ? 'Stop the camera' : 'Scan with the camera'}
        </Button>
      )}
      <textarea
        rows={3}
        aria-label="Link of the QR code"
        placeholder="Paste the link, or a picture of the QR code"
        spellcheck={false}
        autocomplete="off"
        value={link}
        onInput={({ currentTarget }) => enter(currentTarget.value)}
        onPaste={(event) => {
          const [picture] = event.clipboardData?.files ?? [];
          if (!picture) return;
          event.preventDefault();
          joinByPicture(picture);
        }}
      />
      <p class="quiet" role="status">
        {notice}
      </p>
      {note}
      <button type="submit" class={hasCamera ? 'action' : 'action is-main'}>
        {isBusy ? 'Joining…' : 'Join'}
      </button>
      <FileButton accept="image/*" onFile={joinByPicture}>
        Choose a picture
      </FileButton>
    </form>
  );
}

/** Returns what the user should know of a link, if there is anything: that it works on this computer only. */
export function getLinkNotice(uri: string): string | undefined {
  const association = tryParseLink(uri)?.association;
  if (!association || association.type === 'local') return undefined;
  const address = association.type === 'remote' ? association.reflector : association.relay;
  const url = address.includes('://') ? address : `wss://${address}`;
  return URL.canParse(url) && LOOPBACK_HOST.test(new URL(url).hostname) ? LOCAL_ONLY : undefined;
}

/** Shows what the camera sees until it is removed. */
function Camera({
  onQrCode,
  onError,
}: Readonly<{ onQrCode(uri: string): void; onError(message: string): void }>) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    if (video.current) {
      const isLink = (text: string): boolean => tryParseLink(text) !== undefined;
      scanQrCode(video.current, isLink, stop.signal).then(onQrCode, (error: unknown) => {
        const name = error instanceof DOMException ? error.name : '';
        if (!stop.signal.aborted) onError(CAMERA_ERRORS[name] ?? CAMERA_ERROR);
      });
    }
    return () => stop.abort();
  }, []);
  return <video ref={video} class="camera" aria-label="What the camera sees" muted playsInline />;
}

async function requireQrCode(picture: Blob): Promise<string> {
  const uri = await readQrCode(picture).catch((cause: unknown) => {
    throw new Error(NOT_A_PICTURE, { cause });
  });
  if (uri === undefined) throw new Error(NO_QR_CODE);
  return uri;
}

function tryParseLink(text: string): AssociationRequest | undefined {
  try {
    return parseAssociationUri(text);
  } catch {
    return undefined;
  }
}
