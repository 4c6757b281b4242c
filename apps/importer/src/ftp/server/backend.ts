/** Why a login was refused; `unavailable` says nothing about the password, `held` that it is right and the account is being closed. */
export type LoginAnswer =
  | { sourceId: string; accountId: string; folder: string; plainLogins: PlainLogins }
  | { refused: 'unknown' | 'unavailable' | 'held' };

/** Says if a client may log in without TLS, and who decided it. */
export type PlainLogins = 'allowed' | 'refused-by-source' | 'refused-by-server';

/** A result file, as a client sees it in a list. */
export interface ResultFile {
  /** The directory of its package. */
  folder: string;
  name: string;
  size: number;
  modifiedMs: number;
}

/** An event, for the metrics of the service. */
export type FtpNote =
  | { kind: 'login'; outcome: 'accepted' | 'refused' | 'blocked' | 'unavailable' }
  | { kind: 'upload'; outcome: 'stored' | 'cut' | 'slow' | 'refused' }
  | { kind: 'state'; connections: number; spoolBytes: number; readyPackages: number }
  | { kind: 'failed'; error: string };

/** The calls of the FTP server to the service, which alone has access to the database. */
export interface Backend {
  login(login: { user: string; password: string }): Promise<LoginAnswer>;
  /** True if the source still takes packages with the password of the session. */
  isValid(login: { user: string; password: string }): Promise<boolean>;
  results(sourceId: string): Promise<ResultFile[]>;
  result(file: { sourceId: string; folder: string; name: string }): Promise<string | undefined>;
  /** A package is complete by all appearances, and is handed over in a moment. */
  arrived(arrived: Arrived): Promise<void>;
  note(note: FtpNote): void;
}

export interface Arrived {
  sourceId: string;
  accountId: string;
  bytes: number;
}
