import { AddressForbidden, ResolutionFailed } from '@estate/egress';
import { FTPError } from 'basic-ftp';
import type { PublicationFailureCode } from '@estate/contracts';
import type { PublicationFailure } from '../../platform.ts';
import type { Redact } from './redact.ts';

/** The step at which it failed. */
export type Phase = 'resolve' | 'connect' | 'tls' | 'login' | 'directory' | 'list' | 'store' | 'rename';

export interface Circumstances {
  phase: Phase;
  host: string;
  username: string;
  /** Hides the password in texts of the server. */
  redact: Redact;
  /** True if TLS is required because the host once offered it, not because the customer requires it. */
  sawEncryption?: boolean;
  /** The directory or file of the step. */
  path?: string | undefined;
}

/** Thrown if the server did not answer in time, or the caller aborted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Thrown if the stored file is missing, or differs from what was sent. */
export class NotAsStored extends Error {
  override readonly name = 'NotAsStored';
}

/** Thrown if the server sent more than any regular server does. */
export class OverLimit extends Error {
  override readonly name = 'OverLimit';
}

type Kind = Omit<PublicationFailure, 'message'> & { advice: string };

const kind =
  (repeat: boolean, scope: Kind['scope']) =>
  (code: PublicationFailureCode, advice: string): Kind => ({ code, advice, repeat, scope });
const repeatTarget = kind(true, 'target');
const finalTarget = kind(false, 'target');
const repeatListing = kind(true, 'listing');
const finalListing = kind(false, 'listing');

const KINDS = {
  forbidden: finalTarget('address_forbidden', 'Use the public address that the platform issued.'),
  unreachable: repeatTarget(
    'host_unreachable',
    'The publication is retried. Check credentials.host and port.',
  ),
  cut: repeatTarget('connection_lost', 'The publication is retried.'),
  transferCut: repeatListing('connection_lost', 'The publication is retried.'),
  busy: repeatTarget('platform_unavailable', 'The publication is retried later.'),
  excess: repeatTarget('platform_unavailable', 'The publication is retried later. Contact the platform.'),
  certificate: repeatTarget(
    'platform_unavailable',
    'The publication is retried. Contact the platform about its certificate.',
  ),
  lostCertificate: repeatTarget(
    'platform_unavailable',
    'The publication is retried. An earlier connection had a valid certificate, so an invalid one is not accepted. Contact the platform.',
  ),
  handshake: repeatTarget(
    'connection_lost',
    'The publication is retried. If the TLS of the platform does not work, set credentials.secure to false to send everything in clear text.',
  ),
  lostTls: repeatTarget(
    'platform_unavailable',
    'The publication is retried. Earlier connections were encrypted, so the password is not sent in clear text. If the platform no longer supports TLS, set credentials.secure to false.',
  ),
  noTls: finalTarget(
    'platform_unavailable',
    'If the platform offers no TLS, set credentials.secure to false.',
  ),
  tlsWanted: finalTarget(
    'credentials_rejected',
    'The platform requires TLS. Omit credentials.secure or set it to true.',
  ),
  credentials: finalTarget(
    'credentials_rejected',
    'Update credentials.username and credentials.password of the target.',
  ),
  loggedOut: repeatTarget(
    'credentials_rejected',
    'The publication is retried with a new login. Contact the platform about the permissions of credentials.username.',
  ),
  noDirectory: finalTarget('path_not_found', 'Correct credentials.path of the target.'),
  fullTarget: repeatTarget('disk_full', 'The publication is retried. Ask the platform for more space.'),
  full: repeatListing('disk_full', 'The publication is retried. Ask the platform for more space.'),
  permission: finalListing(
    'permission_denied',
    'Ask the platform for permission to write and rename files there.',
  ),
  busyListing: repeatListing('platform_unavailable', 'The publication is retried later.'),
  refused: finalTarget('platform_unavailable', 'Contact the platform about this reply.'),
  refusedListing: finalListing('platform_unavailable', 'Contact the platform about this reply.'),
} as const;

const CERTIFICATE_ERRORS = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/;
const isSetUp = (phase: Phase) => phase !== 'store' && phase !== 'rename';

/** The failure of a publication because of an error of the server or of the network. */
export function failure(error: unknown, circumstances: Circumstances): PublicationFailure {
  const { advice, ...meaning } = classify(error, circumstances);
  return {
    ...meaning,
    message: `${happened(error, circumstances)}: ${said(error, circumstances.redact)} ${advice}`,
  };
}

function classify(error: unknown, circumstances: Circumstances): Kind {
  const { phase } = circumstances;
  const own = OWN_ERRORS.find(([type]) => error instanceof type);
  if (own !== undefined) return own[1];
  if (phase === 'tls') return classifyTls(error, circumstances);
  if (error instanceof FTPError) return classifyReply(error.code, error.message, phase);
  if (phase === 'resolve' || phase === 'connect') return KINDS.unreachable;
  if (error instanceof Interrupted && isSetUp(phase) && phase !== 'list') return KINDS.unreachable;
  return KINDS.cut;
}

/** Errors with the same meaning in every phase. */
const OWN_ERRORS: readonly (readonly [type: new (...parts: never[]) => Error, kind: Kind])[] = [
  [AddressForbidden, KINDS.forbidden],
  [ResolutionFailed, KINDS.unreachable],
  [NotAsStored, KINDS.transferCut],
  [OverLimit, KINDS.excess],
];
/**
 * The kind of a TLS error: encryption that a host once offered may return; encryption that the customer requires and the platform lacks
 * cannot.
 */
function classifyTls(error: unknown, { phase, sawEncryption = false }: Circumstances): Kind {
  if (error instanceof FTPError) {
    const kind = classifyReply(error.code, error.message, phase);
    return kind === KINDS.noTls && sawEncryption ? KINDS.lostTls : kind;
  }
  if (!CERTIFICATE_ERRORS.test(codeOf(error))) return KINDS.handshake;
  return sawEncryption ? KINDS.lostCertificate : KINDS.certificate;
}

const FILE_REPLIES: Record<number, Kind> = {
  425: KINDS.transferCut,
  426: KINDS.transferCut,
  452: KINDS.full,
  552: KINDS.full,
  550: KINDS.permission,
  553: KINDS.permission,
};

/** Replies with a special meaning in a phase; all others are classified by their first digit. */
const REPLIES: Partial<Record<Phase, Record<number, Kind>>> = {
  directory: { 550: KINDS.noDirectory, 553: KINDS.noDirectory },
  store: FILE_REPLIES,
  rename: FILE_REPLIES,
};

function classifyReply(code: number, text: string, phase: Phase): Kind {
  if (code === 421) return KINDS.busy;
  if (phase === 'login') return classifyLogin(code, text);
  if (code === 530 || code === 532) return KINDS.loggedOut;
  const known = REPLIES[phase]?.[code];
  if (known !== undefined) return known;
  if (code === 552) return KINDS.fullTarget;
  if (code < 500) return isSetUp(phase) ? KINDS.busy : KINDS.busyListing;
  if (phase === 'tls') return KINDS.noTls;
  return isSetUp(phase) ? KINDS.refused : KINDS.refusedListing;
}

/** Codes for: needs an account, invalid name or password, not logged in, not accepted. */
const CREDENTIAL_REPLIES = new Set([332, 430, 530, 532, 535]);

/** The kind of a refused login: servers also reply 530 if they have too many sessions or require TLS first. */
function classifyLogin(code: number, text: string): Kind {
  if (/too many|maximum|connection limit|limit reached/i.test(text)) return KINDS.busy;
  if (code !== 430 && code < 500 && code >= 400) return KINDS.busy;
  if (/\b(tls|ssl|encrypt)/i.test(text)) return KINDS.tlsWanted;
  return CREDENTIAL_REPLIES.has(code) ? KINDS.credentials : KINDS.refused;
}

function happened(error: unknown, { phase, host, username, path = '' }: Circumstances): string {
  const sentences: Record<Phase, string> = {
    resolve: `The name ${host} could not be resolved`,
    connect: `${host} could not be reached`,
    tls: `The TLS handshake with ${host} failed`,
    login: loginEnded(error, { host, username }),
    directory: `${host} did not open the directory ${path}`,
    list: `${host} did not list its files`,
    store: `${host} did not store ${path}`,
    rename: `${host} did not rename ${path} to its final name`,
  };
  return sentences[phase];
}

/** The failure of a login; only a reply is a rejection. */
function loginEnded(error: unknown, { host, username }: Pick<Circumstances, 'host' | 'username'>): string {
  if (error instanceof FTPError) return `${host} rejected the login of ${username}`;
  if (error instanceof Interrupted) return `${host} did not respond to the login of ${username}`;
  return `The login of ${username} at ${host} failed`;
}

/** The text of an error, in one line that ends with a full stop. */
function said(error: unknown, redact: Redact): string {
  const text = redact(error instanceof Error ? error.message : String(error));
  const line = text.replace(/\s+/g, ' ').trim().slice(0, 300);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function codeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
