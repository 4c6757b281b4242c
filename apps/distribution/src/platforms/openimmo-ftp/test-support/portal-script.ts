/** The reaction of the server instead of the answer to a command, or before it (`meanwhile`). */
export type Prank = 'hang' | 'drop' | { reply: string } | { meanwhile: () => Promise<unknown> };

export interface Script {
  /** Reactions by command; `GREETING` is the connection, `END` the confirmation of a transfer. */
  pranks: Record<string, Prank>;
  /** Stops reading an upload after this many bytes, then cuts everything, says nothing or answers this. */
  upload?: { afterBytes: number; then: Prank };
  /** The lines of the reply to FEAT, besides SIZE and UTF8. */
  features?: readonly string[];
  /** Flips a bit of the byte at this offset of each upload that is longer. */
  damagedByte?: number;
  /** Reads uploads in chunks of this many bytes, with a pause after each: a peer that is slower than the disk. */
  pieceBytes?: number;
  /** The modification time of all files in replies to MLSD. */
  modified?: string;
  /** The address in replies to PASV; the port is always right. */
  passiveAddress: string;
}
