/** The mailbox that the plain script is asked to read and store. */
export interface MailOrder {
  port: number;
  user: string;
}

export interface MailsRead {
  stored: number;
  /** Milliseconds of processor time of the script itself. */
  cpuMs: number;
}
