import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTlsProxy } from '../test/support/tls.js';

/** A TLS server in front of another server on this machine. */
export type TlsServer = Readonly<{
  /**
   * Its name and port. A page finds it if its browser was started with `TLS_ARGS`.
   */
  host: string;
  /**
   * Returns an association URI that names the other server instead, because the mock wallet does not trust
   * the certificate.
   */
  skipTls(uri: string): string;
  close(): void;
}>;

const NAME = 'intermediary.example';
/**
 * Arguments with which Chromium resolves the server's name. Ours reaches names of this machine without TLS.
 */
export const TLS_ARGS = [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`];
const CREATE_CERTIFICATE =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout - -days 2 -subj';

/**
 * Serves TLS in front of `target`, a host and port of this machine, as a reverse proxy does. The certificate
 * is made now and signed by itself, so a page must ignore errors of certificates. Needs the program
 * `openssl`.
 */
export async function serveTls(target: string): Promise<TlsServer> {
  const { stdout: pem } = await promisify(execFile)('openssl', [
    ...CREATE_CERTIFICATE.split(' '),
    `/CN=${NAME}`,
  ]);
  const { port, close } = await startTlsProxy(target, { key: pem, cert: pem });
  const host = `${NAME}:${port}`;
  return {
    host,
    skipTls: (uri) => uri.replace(encodeURIComponent(host), encodeURIComponent(target)),
    close,
  };
}

/** Whether the program that makes certificates is installed. */
export async function hasOpenssl(): Promise<boolean> {
  return promisify(execFile)('openssl', ['version']).then(
    () => true,
    () => false,
  );
}
