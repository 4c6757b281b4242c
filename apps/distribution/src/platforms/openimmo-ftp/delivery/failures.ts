import { AddressForbidden, ResolutionFailed } from '@estate/egress';
import { FTPError } from 'basic-ftp';
import type { PublicationFailureCode } from '@estate/contracts';
import type { PublicationFailure } from '../../platform.ts';

/** What was being done when it failed. */
export type Phase = 'resolve' | 'connect' | 'tls' | 'login' | 'directory' | 'store' | 'rename';

export interface Circumstances {
  phase: Phase;
  host: string;
  username: string;
  /** The directory or file that it was about. */
  path?: string | undefined;
}

/** The server was silent for too long, or the caller gave up. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** The stored file is not as long as what was sent. */
export class SizeMismatch extends Error {
  override readonly name = 'SizeMismatch';
}

type Kind = Omit<PublicationFailure, 'message'> & { advice: string };

const kind = (
  code: PublicationFailureCode,
  repeat: boolean,
  scope: PublicationFailure['scope'],
  advice: string,
): Kind => ({ code, repeat, scope, advice });

const KINDS = {
  forbidden: kind('address_forbidden', false, 'target', 'Use the public address that the platform issued.'),
  unreachable: kind(
    'host_unreachable',
    true,
    'target',
    'It is tried again; check credentials.host and port.',
  ),
  cut: kind('connection_lost', true, 'target', 'It is tried again.'),
  transferCut: kind('connection_lost', true, 'listing', 'It is tried again.'),
  busy: kind('platform_unavailable', true, 'target', 'It is tried again later.'),
  certificate: kind(
    'platform_unavailable',
    true,
    'target',
    'It is tried again; ask the platform about its certificate.',
  ),
  noTls: kind(
    'platform_unavailable',
    false,
    'target',
    'If the platform offers no TLS, set credentials.secure to false.',
  ),
  tlsWanted: kind('credentials_rejected', false, 'target', 'Set credentials.secure to true.'),
  credentials: kind(
    'credentials_rejected',
    false,
    'target',
    'Update credentials.username and credentials.password of the target.',
  ),
  noDirectory: kind('path_not_found', false, 'target', 'Correct credentials.path of the target.'),
  full: kind('disk_full', true, 'listing', 'It is tried again; ask the platform for space.'),
  permission: kind(
    'permission_denied',
    false,
    'listing',
    'Ask the platform for permission to write and rename files there.',
  ),
  busyListing: kind('platform_unavailable', true, 'listing', 'It is tried again later.'),
  refused: kind('platform_unavailable', false, 'target', 'Ask the platform about this reply.'),
  refusedListing: kind('platform_unavailable', false, 'listing', 'Ask the platform about this reply.'),
} as const;

const CERTIFICATE_ERRORS = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ISSUER/;
const isSetUp = (phase: Phase) => phase !== 'store' && phase !== 'rename';

/** The one table from what a server or the network says to what it means for a publication. */
export function failure(error: unknown, circumstances: Circumstances): PublicationFailure {
  const { advice, ...meaning } = classify(error, circumstances);
  return { ...meaning, message: `${happened(circumstances)}: ${said(error)} ${advice}` };
}

function classify(error: unknown, { phase }: Circumstances): Kind {
  if (error instanceof FTPError) return classifyReply(error.code, error.message, phase);
  if (error instanceof AddressForbidden) return KINDS.forbidden;
  if (error instanceof ResolutionFailed) return KINDS.unreachable;
  if (error instanceof SizeMismatch) return KINDS.transferCut;
  if (phase === 'tls' && CERTIFICATE_ERRORS.test(codeOf(error))) return KINDS.certificate;
  if (phase === 'resolve' || phase === 'connect') return KINDS.unreachable;
  if (error instanceof GaveUp && isSetUp(phase)) return KINDS.unreachable;
  return KINDS.cut;
}

function classifyReply(code: number, text: string, phase: Phase): Kind {
  const isTransient = code < 500;
  if (code === 421) return KINDS.busy;
  if (phase === 'connect') return isTransient ? KINDS.busy : KINDS.refused;
  if (phase === 'tls') return isTransient ? KINDS.busy : KINDS.noTls;
  if (phase === 'login') return classifyLogin(code, text);
  if (code === 425 || code === 426) return KINDS.transferCut;
  if (code === 452 || code === 552) return KINDS.full;
  if (phase === 'directory' && (code === 550 || code === 553)) return KINDS.noDirectory;
  if (!isSetUp(phase) && (code === 550 || code === 553)) return KINDS.permission;
  if (isTransient) return isSetUp(phase) ? KINDS.busy : KINDS.busyListing;
  return isSetUp(phase) ? KINDS.refused : KINDS.refusedListing;
}

/** Needs an account, invalid name or password, not logged in, not accepted. */
const CREDENTIAL_REPLIES = new Set([332, 430, 530, 532, 535]);

/** Servers also answer 530 when they have too many sessions or want TLS first. */
function classifyLogin(code: number, text: string): Kind {
  if (/too many|maximum|connection limit|limit reached/i.test(text)) return KINDS.busy;
  if (code !== 430 && code < 500 && code >= 400) return KINDS.busy;
  if (/\b(tls|ssl|encrypt)/i.test(text)) return KINDS.tlsWanted;
  return CREDENTIAL_REPLIES.has(code) ? KINDS.credentials : KINDS.refused;
}

function happened({ phase, host, username, path = '' }: Circumstances): string {
  const sentences: Record<Phase, string> = {
    resolve: `The name ${host} could not be resolved`,
    connect: `${host} could not be reached`,
    tls: `No secure connection to ${host} came about`,
    login: `${host} did not accept the login of ${username}`,
    directory: `${host} did not open the directory ${path}`,
    store: `${host} did not store ${path}`,
    rename: `${host} did not give ${path} its final name`,
  };
  return sentences[phase];
}

/** What was said, in one line that ends with a full stop. */
function said(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replace(/\s+/g, ' ').trim().slice(0, 300);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function codeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
