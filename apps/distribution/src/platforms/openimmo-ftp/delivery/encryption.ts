import { isIP } from 'node:net';
import { rootCertificates, TLSSocket } from 'node:tls';
import type { CertificateSeen, Encryption } from '@estate/contracts';
import { FTPError, type Client } from 'basic-ftp';
import type { PlatformTools } from '../../platform.ts';
import { boundReplies } from './bounded-replies.ts';

interface Encrypting {
  host: string;
  encryption: Encryption;
  tools: Pick<PlatformTools, 'trustedCertificates'>;
}

/** The encryption of a connection; without a certificate, it is not encrypted. */
export interface EncryptionFound {
  message: string;
  warning?: true;
  certificate?: CertificateSeen;
}

const IN_CLEAR_TEXT = 'The password and the packages are sent in clear text.';

/**
 * Encrypts the control connection before anything secret is sent. Only a server that refuses the command itself offers no TLS; every other
 * error is a failure, so that nobody can obtain the password by disturbing the handshake.
 */
export async function encrypt(client: Client, encrypting: Encrypting): Promise<EncryptionFound> {
  const { encryption } = encrypting;
  if (encryption === 'clear-text') {
    const message = `The connection is not encrypted, because credentials.secure is false. ${IN_CLEAR_TEXT}`;
    return { warning: true, message };
  }
  try {
    return await useTls(client, encrypting);
  } catch (error) {
    if (encryption !== 'when-offered' || !(error instanceof FTPError) || error.code < 500) throw error;
    const message = `The connection is not encrypted, because the server offers no TLS (reply ${String(error.code)}). ${IN_CLEAR_TEXT}`;
    return { warning: true, message };
  }
}

/** Starts TLS. The address was pinned, so the certificate is checked against the customer's host name. */
async function useTls(
  client: Client,
  { encryption, host, tools: { trustedCertificates } }: Encrypting,
): Promise<EncryptionFound> {
  const options = {
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(trustedCertificates && { ca: [...rootCertificates, ...trustedCertificates] }),
  };
  await client.useTLS({ ...options, rejectUnauthorized: encryption === 'verified' });
  boundReplies(client);
  const { socket } = client.ftp;
  if (socket instanceof TLSSocket && socket.authorized) {
    // A server with a valid certificate has one for data, too.
    client.ftp.tlsOptions = options;
    return { message: 'The connection is encrypted and the certificate is valid.', certificate: 'valid' };
  }
  const reason = socket instanceof TLSSocket ? `: ${reasonOf(socket)}` : '';
  const message =
    `The connection is encrypted, but the certificate could not be verified${reason}. Another server could impersonate ` +
    `${host}. When it has a valid certificate, set credentials.secure to true to require it.`;
  return { warning: true, message, certificate: 'unverified' };
}

/** The reason of a failed authorization: typed as an error, but a code for most certificates. */
const reasonOf = ({ authorizationError }: TLSSocket): string => {
  const reason: unknown = authorizationError;
  return reason instanceof Error ? reason.message : String(reason);
};
