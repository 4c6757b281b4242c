/** The limits for clients of the FTP server. */
export interface FtpLimits {
  connections: number;
  /** The part of them that may be without a login: whoever has none cannot keep the others out. */
  connectionsBeforeLogin: number;
  connectionsPerAddress: number;
  /** The part of them that may be without a login if nobody has logged in from the address before. */
  strangersPerAddress: number;
  connectionsPerSource: number;
  connectionsPerAccount: number;
  fileBytes: number;
  /** Bytes of all files of one source that are not accepted yet. */
  sourceBytes: number;
  /** The same of all sources of one account, with its packages that wait for the service. */
  accountBytes: number;
  /** The same of all accounts together. */
  totalBytes: number;
  /** Files and folders of one source, with its packages that wait for the service. */
  entries: number;
  /** Without a command or a transfer. */
  idleMs: number;
  /** The same before the login. */
  silentMs: number;
  /** From the greeting to the login. */
  loginMs: number;
  /** Until the client opens its data connection. */
  dataConnectMs: number;
  /** A transfer that moves fewer than `slowestBytes` in this time is ended. */
  slowCheckMs: number;
  slowestBytes: number;
  /** A transfer that takes longer is ended, however fast it is; its client can continue it. */
  transferMs: number;
  /** Failed logins of one user from one network in `blockMs` after which both together are blocked for that time. */
  failedLogins: number;
  blockMs: number;
  /** A login waits for this time for each failed login of its user, or of its network, up to ten. */
  failedLoginDelayMs: number;
}

/** Limits that are no settings: no client of estate software needs more. */
export const FIXED_LIMITS = {
  lineBytes: 1024,
  waitingLines: 32,
  commandsBeforeLogin: 20,
  /** The longest path of a file, in bytes; base64 of it names the file on disk. */
  pathBytes: 130,
  depth: 5,
  unsentReplyBytes: 65_536,
} as const;
