/** What the server does instead of what a command asks for, or before it (`meanwhile`). */
export type Prank = 'hang' | 'drop' | { reply: string } | { meanwhile: () => Promise<unknown> };

export interface Script {
  /** By command; `GREETING` stands for the connection, `END` for the confirmation of a transfer. */
  pranks: Record<string, Prank>;
  /** Stops reading an upload after this many bytes, then cuts everything, says nothing or answers this. */
  upload?: { afterBytes: number; then: Prank };
  /** In replies to PASV; the port is always right. */
  passiveAddress: string;
}
