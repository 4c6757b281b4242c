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

/** The statement about an object by a platform that answers at once. */
export interface PlatformWords {
  state: PlatformStateName;
  messages: PlatformMessage[];
}

/** The reason why a platform did not accept a listing, in words for the customer. */
export interface PublicationFailure extends Failure {
  /** `target`: every listing of the account would fail the same way (login, host), so its lane stops. */
  scope: 'listing' | 'target';
  /** The time for which the platform asked not to be called again. */
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
 * The outcome of a publication. `published` false: the platform stores the object without showing it, as requested. `isPlaced`: the
 * platform shows it as soon as it has fetched it.
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

/** The part of a target that every platform uses; a platform of the kind `none` needs no more. */
export type Account = Pick<TargetRecord, 'id' | 'type' | 'emailId' | 'reportEmailId' | 'autoCollectRequests'>;

/** A customer's account on a platform that takes files, with decrypted secrets. */
export interface TargetAccount extends Account {
  credentials: FtpCredentials;
  /** The settings, for targets of the type without a profile. */
  settings?: FtpSettings;
  encryption?: EncryptionMemory;
}

/** The encryption of earlier connections to an account's host. */
export interface EncryptionMemory {
  seen: CertificateSeen | undefined;
  /** Awaited before the password is sent. */
  remember(certificate: CertificateSeen): Promise<void>;
}

/** A customer's account on a platform with an API key. */
export interface KeyAccount extends Account {
  /** Absent if nothing is sent. */
  apiKey?: string;
}

/** A customer's account on a platform whose end users approve the connection. */
export interface AuthorizedAccount extends Account {
  accountId: string;
  status: AuthorizationStatus;
  /** Absent until an end user approves it, and if nothing is signed. */
  grant?: { id: string; token: string; secret: string; consumerKey: string };
}

/** Stores the platform's ids, before anything else is done with them. */
export type Remember = (remote: RemoteIds) => Promise<void>;

interface PublicationIdentity {
  listingId: string;
  /** Increases with every package of the listing; a retried package has the same one. */
  sequence: number;
  at: Date;
  remote?: RemoteIds;
  /** A former number of the object on a portal, under which nothing may stay. */
  formerNumber?: string;
}

export interface SetPublication extends PublicationIdentity {
  snapshot: PropertySnapshot;
  /** True if the platform has never been sent the listing. */
  firstTime: boolean;
  /** The files of the listing that the platform has. */
  files?: readonly SentFile[];
  preventPublication?: boolean;
}

/** The part of a property that is still known when it is taken down. */
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
  /** A value that changes with the file. */
  state: string;
  /** Absent if the platform does not report it reliably. */
  writtenAt?: Date;
  /** Set if the platform lists times without seconds: a file that is written again within a minute looks the same. */
  isCoarse?: true;
}

/** The steps for result files. */
export interface ReportTaking {
  /** Returns by name those files that were taken before and have not changed since, and whether they were kept as a whole. */
  known(files: readonly ReportFile[]): Promise<ReadonlyMap<string, boolean>>;
  /** The first byte to read of a log or table that is too large for one reading; 0 if it cannot be read in part. */
  readFrom(file: ReportFile, mostBytes: number): Promise<number>;
  /**
   * Stores a file; one that is too large has no bytes. `from`: only the part from there on was read, or, without bytes, could not be read.
   */
  take(file: ReportFile, bytes: Buffer | undefined, from?: number): Promise<void>;
  /** Called after the platform has removed a file; a later one under its name is new. */
  removed(name: string): Promise<void>;
}

/** The reason why the result files could not be read, in words and as a code. */
export type ReportFolderTrouble = Pick<ReportFolderProblem, 'message' | 'reason'>;

export interface ReportFolderReading {
  hasMore: boolean;
  problem?: ReportFolderTrouble;
}

/** A connection to an account; every publication returns an outcome, none throws for what a platform does. */
export interface PlatformSession {
  /** Prepares the publication after the current one, without effects on the platform. */
  ahead?(publication: Publication): void;
  set(publication: SetPublication, signal: AbortSignal, remember: Remember): Promise<PublicationOutcome>;
  delete(publication: DeletePublication, signal: AbortSignal): Promise<PublicationOutcome>;
  /** Leaves only these on the platform; absent if it does not support that. */
  full?(publications: readonly SetPublication[], at: Date, signal: AbortSignal): Promise<PublicationOutcome>;
  /** Passes on result files, as the last step of a session; absent if the platform writes none. */
  readReports?(taking: ReportTaking, signal: AbortSignal): Promise<ReportFolderReading>;
  close(): Promise<void>;
}

/** The result of looking up an object; a failure says nothing about the object. */
export type LookUpOutcome = { ok: true; seen: SeenObject } | { ok: false; failure: PublicationFailure };

/** Reads one object of an account, and changes nothing. */
export type LookUp = (object: LookedUpObject, signal: AbortSignal) => Promise<LookUpOutcome>;

export type LookUpOpening = { ok: true; lookUp: LookUp } | { ok: false; failure: PublicationFailure };

export type Opening = { ok: true; session: PlatformSession } | { ok: false; failure: PublicationFailure };

/** The paths of fields in the platform's document. */
export type Carried = Readonly<Partial<Record<FieldName, readonly string[]>>>;

/** The adapter of a type; the type of a target decides both the platform and the kind of account. */
export interface Platform<Account = TargetAccount> {
  /** The name of the format; platforms of one format carry the same fields. */
  readonly format: string;
  /** Opens a session. `isHeld` is fresher than the signal: true if the account still belongs to this worker. */
  open(account: Account, signal: AbortSignal, isHeld?: () => boolean): Promise<Opening>;
  /** The document that would be sent. */
  preview(account: Account, publication: SetPublication): { mediaType: string; body: string };
  /**
   * The paths in the platform's document for each field of the type that it carries, as in `preise/nettokaltmiete`. A field without an
   * entry is not carried: `problems` warns of it with `value_left_out` if a property has it.
   */
  carries(type: PropertyType): Carried;
  /** Problems that would prevent or weaken a publication, found without any network. */
  problems(account: Account, snapshot: PropertySnapshot): PublicationProblem[];
  /** Tests the credentials step by step and leaves nothing behind. */
  check(account: Account, signal: AbortSignal): Promise<TargetCheck>;
  /** Opens a look-up; absent if the platform cannot be asked what it shows. */
  openLookUp?(account: Account): Promise<LookUpOpening>;
}

export type PlatformAccount = TargetAccount | AuthorizedAccount | KeyAccount;
export type AnyPlatform = Platform<PlatformAccount>;

/** The milliseconds without progress after which a phase ends. */
export interface PlatformTimeouts {
  connectMs: number;
  commandMs: number;
  transferIdleMs: number;
}

export interface PlatformTools {
  egress: EgressPolicy;
  /** The bytes with this SHA-256. @throws AttachmentLost; Unavailable if they cannot be read now */
  attachment(sha256: string): Promise<AttachmentBytes>;
  /** The directory for files of packages in progress, if not the temporary directory of the system. */
  workDirectory?: string;
  /** The email address for requests for a target, or for reports about it. */
  requestAddress(emailId: string): string;
  software: { name: string; version: string };
  timeouts?: Partial<PlatformTimeouts>;
  /** Trusted PEM certificates besides the public authorities. */
  trustedCertificates?: readonly string[];
}
