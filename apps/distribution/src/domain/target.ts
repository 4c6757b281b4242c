import { ANY_PORTAL, encryptionOf, settingsOf } from '@estate/contracts';
import type {
  CertificateSeen,
  FtpCredentials,
  FtpSettings,
  FullTransfer,
  HiddenAddress,
  LastCheck,
  ReportFolderProblem,
  Target,
  TargetCheck,
  TargetFailureCode,
} from '@estate/contracts';
import type { TargetAuthorization } from './authorization.ts';
import { feedUrls } from './feed.ts';
import type { TargetFeed } from './feed.ts';
import type { Cause } from './listing.ts';
import { pauseOf } from './pause.ts';
import type { Stoppable } from './pause.ts';
import type { Reporting } from './reporting.ts';
import { nextNight } from './night.ts';
import type { AttemptEntry } from './timeline.ts';

/** A password or key is stored separately and encrypted, so that an update without one keeps it. */
interface Login {
  /** Targets of the types with an FTP login have them. */
  credentials: Omit<FtpCredentials, 'password'>;
  sealedPassword: string;
}

/** How a target is accessed; what of it there is depends on the kind of access of its type. */
export type Access = Partial<Login> & {
  authorization?: TargetAuthorization;
  /** As the customer gave them, of the type whose targets have no profile. */
  settings?: FtpSettings;
  feed?: TargetFeed;
};

/** Why all listings of a target are to be made due. */
export interface Republish extends Cause {
  token: string;
  /** The listings come from a backup: the platform may have been sent more than they know. */
  restored?: true;
}

/** Why one transfer is to contain all listings, and how many published ones may disappear by it. */
export interface FullTransferWish extends Cause {
  token: string;
  mayRemove: number;
  /** The setting of the target asked for it. */
  nightly?: true;
  /** A transfer of the night is not sent by day. */
  until?: Date;
  /** It had to wait, and is tried again then. */
  notBefore?: Date;
}

/** The encryption that the last connection of a target showed. */
export interface EncryptionSeen {
  host: string;
  certificate: CertificateSeen;
}

/** How far the walk over the objects of a target has come. */
export interface LookUpCursor {
  dueAt: Date;
  after: string;
}

/** Since when the platform rejects the login or the authorization. */
export interface FailingSince {
  failureCode: TargetFailureCode;
  failureMessage: string;
  since: Date;
}

/** A customer's account on a platform. */
export interface TargetRecord extends Access, Stoppable {
  id: string;
  accountId: string;
  type: string;
  /** The customer's name for the target. */
  name?: string;
  /** The host that was reached over TLS, whatever login it took: it never gets the password in clear text again. */
  encryptionSeen?: EncryptionSeen;
  /** Where the target publishes, in the spelling of `target-login.ts`; absent while a platform has not said so. */
  login?: string;
  /** No other target of the account may have the login. */
  ownsLogin?: true;
  autoCollectRequests: boolean;
  /** Absent: as the account says. */
  hiddenAddress?: HiddenAddress;
  emailId: string;
  /** The random part of the address to which the portal reports; absent for types that answer at once. */
  reportEmailId?: string;
  reporting?: Reporting;
  /** When the report folder is read next, and was read last; absent without one, and before the first upload. */
  reportFolder?: { dueAt: Date; readAt?: Date };
  /** Why the report folder cannot be read. */
  reportFolderProblem?: Omit<ReportFolderProblem, 'since'> & { since: Date };
  /** When objects on the platform are looked at next, and the listing after which; absent before the first time. */
  lookUp?: LookUpCursor;
  /** A deletion looks for listings right now; no new ones may be made. */
  deleting?: { token: string; at: Date };
  /** Invisible to the API; kept until the last listing is off the platform. */
  deletedAt?: Date;
  /** Its account is being closed: the target is kept until the account is erased, whatever is left on the platform. */
  closing?: TargetClosing;
  /** Kept until the platform accepts the account again, whatever the customer changes. */
  failing?: FailingSince;
  /** Its listings are still to be made due after an update. */
  republish?: Republish;
  /** The platform is still to take everything off; then all listings are made due. */
  emptying?: Republish;
  /** One full transfer is still to be sent. */
  fullTransfer?: FullTransferWish;
  lastFullTransfer?: Omit<FullTransfer, 'at'> & { at: Date };
  /** When the next nightly full transfer begins; absent without the setting. */
  nightAt?: Date;
  /** About the account as it is: a change of the target removes it. */
  lastCheck?: Omit<LastCheck, 'at'> & { at: Date };
  /** No lane before this time. */
  retryAt: Date;
  /** Failed lanes in a row. */
  laneAttempt: number;
  /**
   * Rises when the customer gives the lane a fresh start; a lane that ran with older credentials then decides nothing.
   */
  laneGeneration: number;
  /**
   * The newest publication that a worker attempts, and the one before, as the timeline shows them if the process is
   * killed.
   */
  attempting?: AttemptEntry[];
  /** A worker holds the lane until then, unless it hands it back before. */
  leasedUntil?: Date;
  createdAt: Date;
  updatedAt: Date;
}

/** A target whose platform fetches what is published for it. */
export type FeedTarget = TargetRecord & { feed: TargetFeed };

/** `isHeld`: nothing is published or taken off while the closing can be cancelled. */
export interface TargetClosing {
  id: string;
  at: Date;
  isHeld?: true;
}

/** A target whose lane was just claimed. */
export interface ClaimedTarget extends TargetRecord {
  /** Shown with every write. */
  lease: { id: string; fence: number; owner: string; until: Date };
  /** Processes in a row that crashed while they had the lane, before this claim. */
  crashes: number;
}

export type NewTarget = Access &
  Pick<
    TargetRecord,
    | 'id'
    | 'accountId'
    | 'type'
    | 'name'
    | 'autoCollectRequests'
    | 'hiddenAddress'
    | 'emailId'
    | 'reportEmailId'
    | 'login'
  > & { at: Date };

export const LANE_OPEN = new Date(0);

/** When a target with the setting has its next nightly full transfer. */
export const nightOf = (id: string, settings: FtpSettings | undefined, at: Date): Date | undefined =>
  settings?.nightlyFullTransfer === true ? nextNight(id, at) : undefined;

export function newTarget({ at, ...given }: NewTarget): TargetRecord {
  const nightAt = nightOf(given.id, given.settings, at);
  return {
    ...given,
    ...(given.login !== undefined && { ownsLogin: true }),
    ...(nightAt && { nightAt }),
    retryAt: LANE_OPEN,
    laneAttempt: 0,
    laneGeneration: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** The encryption of earlier connections, which applies only to the same host. */
export const certificateSeen = ({
  credentials,
  encryptionSeen,
}: Pick<TargetRecord, 'credentials' | 'encryptionSeen'>): CertificateSeen | undefined =>
  encryptionSeen?.host === credentials?.host ? encryptionSeen?.certificate : undefined;

/** The part of a check that is kept. */
export function lastCheckOf({ ok, steps }: TargetCheck, at: Date): NonNullable<TargetRecord['lastCheck']> {
  const failed = steps.find((step) => !step.ok);
  return { at, ok, ...(failed && { failedStep: failed.name, message: failed.message }) };
}

interface Shown {
  clock(): Date;
  profiles: ReadonlyMap<string, { tls: 'required' | 'optional' }>;
  requestAddress(emailId: string): string;
  publicUrl: string;
  vault: { open(sealed: string, recordId: string): string };
}

export function targetResource(record: TargetRecord, shown: Shown): Target {
  const { clock, profiles, requestAddress } = shown;
  const { id, type, name, credentials, authorization, emailId, reportEmailId } = record;
  const { autoCollectRequests, hiddenAddress } = record;
  const paused = pauseOf(record);
  return {
    id,
    type,
    ...(name !== undefined && { name }),
    ...(credentials && {
      credentials,
      encryption: encryptionOf({
        secure: credentials.secure,
        platformTls: profiles.get(type)?.tls ?? 'optional',
        certificateSeen: certificateSeen(record),
      }),
    }),
    ...(type === ANY_PORTAL && { settings: settingsOf(record.settings) }),
    ...(authorization && authorizationOf(authorization, clock())),
    autoCollectRequests,
    ...(hiddenAddress !== undefined && { hiddenAddress }),
    emailId,
    requestAddress: requestAddress(emailId),
    ...(reportEmailId !== undefined && { reportAddress: requestAddress(reportEmailId) }),
    ...feedOf(record, shown),
    ...standingOf(record),
    ...(paused && { paused }),
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  };
}

function standingOf({
  failing,
  lastCheck: check,
  lastFullTransfer: last,
  reportFolderProblem: problem,
}: TargetRecord): Pick<Target, 'failing' | 'lastCheck' | 'lastFullTransfer' | 'reportFolderProblem'> {
  return {
    ...(check && { lastCheck: { ...check, at: check.at.toISOString() } }),
    ...(failing && { failing: { ...failing, since: failing.since.toISOString() } }),
    ...(last && { lastFullTransfer: { ...last, at: last.at.toISOString() } }),
    ...(problem && { reportFolderProblem: { ...problem, since: problem.since.toISOString() } }),
  };
}

function feedOf({ id, feed }: TargetRecord, { publicUrl, vault }: Shown): Pick<Target, 'feed'> {
  if (!feed) return {};
  return { feed: feedUrls(publicUrl, vault.open(feed.sealedToken, id)) };
}

function authorizationOf(
  { status, redirectUrl, invitation }: TargetAuthorization,
  now: Date,
): Pick<Target, 'authorizationStatus' | 'authorizationUrl' | 'redirectUrl'> {
  const isUsable = invitation && invitation.expiresAt > now;
  return { redirectUrl, authorizationStatus: status, ...(isUsable && { authorizationUrl: invitation.url }) };
}
