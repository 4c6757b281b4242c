/** What clients of the FTP server may use. */
export interface FtpLimits {
  connections: number;
  /** Of those, as many may be without a login: whoever has none cannot keep the others out. */
  connectionsBeforeLogin: number;
  connectionsPerAddress: number;
  connectionsPerSource: number;
  fileBytes: number;
  /** Bytes of all files of one source that are not accepted yet. */
  sourceBytes: number;
  /** The same of all sources together. */
  totalBytes: number;
  /** Files and folders of one source. */
  entries: number;
  /** Without a command or a transfer. */
  idleMs: number;
  /** From the greeting to the login. */
  loginMs: number;
  /** Until the client opens its data connection. */
  dataConnectMs: number;
  /** A transfer that moves fewer than `slowestBytes` in this time is ended. */
  slowCheckMs: number;
  slowestBytes: number;
  /** A transfer that takes longer is ended, however fast it is; its client can continue it. */
  transferMs: number;
  /** Failed logins of one address in `blockMs` after which it is blocked for that time. */
  failedLogins: number;
  blockMs: number;
  /** The reply to a failed login is delayed by this time for each failed login before it, up to ten. */
  failedLoginDelayMs: number;
}

/** What is not a setting: no client of estate software needs more. */
export const FIXED_LIMITS = {
  lineBytes: 1024,
  waitingLines: 32,
  commandsBeforeLogin: 20,
  /** The longest path of a file, in bytes; base64 of it names the file on disk. */
  pathBytes: 130,
  depth: 5,
  unsentReplyBytes: 65_536,
} as const;
