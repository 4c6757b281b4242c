import type { ImapFlow } from 'imapflow';
import { HEAD_BYTES } from '../../domain/mail.ts';
import { MailWriter } from '../../intake/raw-mail.ts';
import type { RawMail } from '../../intake/raw-mail.ts';
import type { Spool } from '../../intake/spool.ts';

const PIECE_BYTES = 1_048_576;

export interface Fetching {
  uid: number;
  maxBytes: number;
  spool: Pick<Spool, 'file'>;
}

/** Fetches an email in pieces, so that only one is in memory, and no more than the limit, whatever size the server announced. */
export async function fetchPieces(
  client: ImapFlow,
  { uid, maxBytes, spool }: Fetching,
): Promise<{ raw: RawMail; truncated: boolean }> {
  const writer = new MailWriter(() => spool.file());
  try {
    for (;;) {
      const piece = await fetchPiece(client, uid, { start: writer.length, maxLength: PIECE_BYTES });
      if (writer.length + piece.length > maxBytes)
        return { raw: await writer.endTruncated(piece), truncated: true };
      await writer.write(piece);
      // Servers without partial fetches send all at once.
      if (piece.length !== PIECE_BYTES) return { raw: writer.end(), truncated: false };
    }
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** The beginning of an email that is too large. */
export const fetchHead = (client: ImapFlow, uid: number): Promise<Buffer> =>
  fetchPiece(client, uid, { start: 0, maxLength: HEAD_BYTES });

async function fetchPiece(
  client: ImapFlow,
  uid: number,
  source: { start: number; maxLength: number },
): Promise<Buffer> {
  const mail = await client.fetchOne(String(uid), { uid: true, source }, { uid: true });
  if (!mail) throw new Error('an email was removed while it was read');
  return mail.source ?? Buffer.alloc(0);
}
