/** What a server that misbehaves can do on one of its connections. */
export interface HostileActions {
  readonly targetId: string;
  reply(line: string): void;
  reset(): void;
  /** Sends the text again and again, as fast as it is read. */
  flood(text: string): void;
  /** The same, from when the client has said something more. */
  floodAfterNext(text: string): void;
  floodData(text: string): void;
  endData(): void;
  /** Sends the text again and again, a piece every moment. */
  drip(where: 'control' | 'data', text: string, pieceBytes?: number): void;
}
