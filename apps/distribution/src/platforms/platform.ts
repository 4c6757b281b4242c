import type {
  AuthorizationStatus,
  CertificateSeen,
  Contact,
  FieldName,
  FtpCredentials,
  FtpSettings,
  PlatformMessage,
  PlatformStateName,
  PropertySnapshot,
  PropertyType,
  PublicationProblem,
  ReportFolderProblem,
  TargetCheck,
} from '@estate/contracts';
import type { EgressPolicy } from '@estate/egress';
import type { AttachmentBytes } from '../attachments/attachment-bytes.ts';
import type { SentProperty } from '../domain/listing.ts';
import type { Failure } from '../domain/publication.ts';
import type { LookedUpObject, RemoteIds, SeenObject } from '../domain/remote-object.ts';
import type { SentFile } from '../domain/sent-files.ts';
import type { TargetRecord } from '../domain/target.ts';

/** The words about an object of a platform that answers at once. */
export interface PlatformWords {
  state: PlatformStateName;
  messages: PlatformMessage[];
}

/** Why a platform did not take a listing, in words for the customer. */
export interface PublicationFailure extends Failure {
  /** `target`: every listing of the account would fail the same way (login, host), so its lane stops. */
  scope: 'listing' | 'target';
  /** The platform asked not to be called again before this time is over. */
  retryAfterMs?: number;
  /** Present if the platform has judged the object itself. */
  said?: PlatformWords;
}

export const NO_FULL_TRANSFERS: PublicationFailure = {
  code: 'internal',
  message: 'The platform does not accept full transfers.',
  repeat: false,
  scope: 'target',
};

/**
 * `published` false: the platform stores the object without showing it, as requested. `isPlaced`: the platform shows it as soon as it has
 * fetched it.
 */
export type PublicationOutcome = { /** Of the package on the portal. */ fileName?: string } & (
  | {
      ok: true;
      publicUrl?: string;
      published?: boolean;
      said?: PlatformWords;
      isPlaced?: true;
      /** The files that the platform has from now on and that need not be sent again. */
      files?: SentFile[];
    }
  | { ok: false; failure: PublicationFailure }
);

/** The part of a target that every platform knows; a platform of the kind `none` needs no more. */
export type Account = Pick<TargetRecord, 'id' | 'type' | 'emailId' | 'reportEmailId' | 'autoCollectRequests'>;

/** A customer's account on a platform that takes files, with its secrets readable. */
export interface TargetAccount extends Account {
  credentials: FtpCredentials;
  /** Targets of the type without a profile have them. */
  settings?: FtpSettings;
  encryption?: EncryptionMemory;
}

/** The encryption of an account's host in earlier connections. */
export interface EncryptionMemory {
  seen: CertificateSeen | undefined;
  /** Awaited before the password is sent. */
  remember(certificate: CertificateSeen): Promise<void>;
}

/** A customer's account on a platform that takes calls with a key. */
export interface KeyAccount extends Account {
  /** Absent where nothing is sent. */
  apiKey?: string;
}

/** A customer's account on a platform whose end users approve the connection. */
export interface AuthorizedAccount extends Account {
  accountId: string;
  status: AuthorizationStatus;
  /** Absent until an end user approves it, and where nothing is signed. */
  grant?: { id: string; token: string; secret: string; consumerKey: string };
}

/** Keeps what the platform calls things, before anything else is done with it. */
export type Remember = (remote: RemoteIds) => Promise<void>;

interface PublicationIdentity {
  listingId: string;
  /** Rises with every package of the listing; a retried package has the same one. */
  sequence: number;
  at: Date;
  remote?: RemoteIds;
  /** Another number that a portal may know the object by; nothing may stay under it. */
  formerNumber?: string;
}

export interface SetPublication extends PublicationIdentity {
  snapshot: PropertySnapshot;
  /** The platform has never been given the listing. */
  firstTime: boolean;
  /** The files of the listing that the platform has. */
  files?: readonly SentFile[];
  preventPublication?: boolean;
}

/** The part of a property that is still known when it is taken off a platform. */
export type DeletedProperty = Omit<SentProperty, 'contact' | 'publishedAs'>;

export interface DeletePublication extends PublicationIdentity {
  property: DeletedProperty;
  contact?: Contact;
}

export type Publication = SetPublication | DeletePublication;

/** A result file of a platform. */
export interface ReportFile {
  name: string;
  sizeBytes: number;
  /** Changes with the file. */
  state: string;
  /** Absent where the platform does not say it reliably. */
  writtenAt?: Date;
  /** The platform lists times without seconds: a file that is written again within a minute looks the same. */
  isCoarse?: true;
}

/** The steps for result files. */
export interface ReportTaking {
  /** By name, those that were taken before and have not changed since, and whether they were kept as a whole. */
  known(files: readonly ReportFile[]): Promise<ReadonlyMap<string, boolean>>;
  /** The first byte to read of a log or table that is too large for one reading; 0 if it cannot be read in part. */
  readFrom(file: ReportFile, mostBytes: number): Promise<number>;
  /** Keeps a file; without bytes one that is too large. `from`: only what follows was read, or without bytes could not be read. */
  take(file: ReportFile, bytes: Buffer | undefined, from?: number): Promise<void>;
  /** The platform has it no more; what comes under its name is new. */
  removed(name: string): Promise<void>;
}

/** Why the result files could not be read, in words and for programs. */
export type ReportFolderTrouble = Pick<ReportFolderProblem, 'message' | 'reason'>;

export interface ReportFolderReading {
  hasMore: boolean;
  problem?: ReportFolderTrouble;
}

/** One connection to one account; every publication reports an outcome, none throws for what a platform does. */
export interface PlatformSession {
  /** Makes ready what the publication after the one under way needs, as far as the platform does not see it. */
  ahead?(publication: Publication): void;
  set(publication: SetPublication, signal: AbortSignal, remember: Remember): Promise<PublicationOutcome>;
  delete(publication: DeletePublication, signal: AbortSignal): Promise<PublicationOutcome>;
  /** Leaves nothing on the platform but these; absent where it cannot do that. */
  full?(publications: readonly SetPublication[], at: Date, signal: AbortSignal): Promise<PublicationOutcome>;
  /** Hands over result files, as the last act of a session; absent where the platform writes none. */
  readReports?(taking: ReportTaking, signal: AbortSignal): Promise<ReportFolderReading>;
  close(): Promise<void>;
}

/** The result of a look at an object; a failure says nothing about the object. */
export type LookUpOutcome = { ok: true; seen: SeenObject } | { ok: false; failure: PublicationFailure };

/** Asks for one object of an account, and changes nothing. */
export type LookUp = (object: LookedUpObject, signal: AbortSignal) => Promise<LookUpOutcome>;

export type LookUpOpening = { ok: true; lookUp: LookUp } | { ok: false; failure: PublicationFailure };

export type Opening = { ok: true; session: PlatformSession } | { ok: false; failure: PublicationFailure };

/** Paths in the platform's document by the fields that land there. */
export type Carried = Readonly<Partial<Record<FieldName, readonly string[]>>>;

/** The adapter of one type; the type of a target decides both which platform and which kind of account it gets. */
export interface Platform<Account = TargetAccount> {
  /** The name of the format; platforms of one format carry the same fields. */
  readonly format: string;
  /** `isHeld` says, fresher than the signal, whether the account is still this worker's. */
  open(account: Account, signal: AbortSignal, isHeld?: () => boolean): Promise<Opening>;
  /** The document as it would be sent, without sending it. */
  preview(account: Account, publication: SetPublication): { mediaType: string; body: string };
  /**
   * Where the platform's document has each field of the type that it carries, as in `preise/nettokaltmiete`. A field of the
   * type without an entry is not carried: `problems` warns of it with `value_left_out` when a property has it.
   */
  carries(type: PropertyType): Carried;
  /** Problems that would stop or weaken a publication, found without any network. */
  problems(account: Account, snapshot: PropertySnapshot): PublicationProblem[];
  /** Tries the credentials step by step and leaves nothing behind. */
  check(account: Account, signal: AbortSignal): Promise<TargetCheck>;
  /** Absent where a platform cannot be asked what it shows. */
  openLookUp?(account: Account): Promise<LookUpOpening>;
}

export type PlatformAccount = TargetAccount | AuthorizedAccount | KeyAccount;
export type AnyPlatform = Platform<PlatformAccount>;

/** Milliseconds without progress after which a phase ends. */
export interface PlatformTimeouts {
  connectMs: number;
  commandMs: number;
  transferIdleMs: number;
}

export interface PlatformTools {
  egress: EgressPolicy;
  /** The bytes with this SHA-256. @throws AttachmentLost; Unavailable when they cannot be read now */
  attachment(sha256: string): Promise<AttachmentBytes>;
  /** Where the files of packages are that are on their way, if not in the temporary directory of the system. */
  workDirectory?: string;
  /** The email address under which requests for a target, or reports about it, arrive. */
  requestAddress(emailId: string): string;
  software: { name: string; version: string };
  timeouts?: Partial<PlatformTimeouts>;
  /** PEM certificates trusted besides the public authorities. */
  trustedCertificates?: readonly string[];
}
