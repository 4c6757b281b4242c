import type { ImapFlow } from 'imapflow';
import type { Mailbox } from './mailbox.ts';

const HANDLED = '$EstateHandled';
const REFUSED = '$EstateRefused';

export interface Acknowledge {
  /** Search criteria for emails that are not handled yet. */
  waiting: Record<string, unknown>;
  handled(uids: number[]): Promise<void>;
  refused(uids: number[]): Promise<void>;
  /** Makes emails wait again that arrived since a time and were handled. */
  undo(since: Date): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Moves emails into a folder if one is configured; otherwise flags them, with \Seen if the server allows no keywords. */
export function acknowledger(client: ImapFlow, mailbox: Mailbox, hasKeywords: boolean): Acknowledge {
  const flag = hasKeywords ? [HANDLED] : ['\\Seen'];
  const refusedFlag = hasKeywords ? [HANDLED, REFUSED] : ['\\Seen', '\\Flagged'];
  const put = (folder: string | undefined, flags: string[]) => async (uids: number[]) => {
    if (uids.length === 0) return;
    const range = uids.join(',');
    const done =
      folder === undefined
        ? await client.messageFlagsAdd(range, flags, { uid: true })
        : await client.messageMove(range, folder, { uid: true });
    if (done === false) throw new Error('the mail server did not accept the acknowledgement');
  };
  const isMoved = mailbox.handledFolder !== undefined && mailbox.refusedFolder !== undefined;
  const unflagged = hasKeywords ? { unKeyword: HANDLED } : { seen: false };
  return {
    waiting: isMoved ? { all: true } : unflagged,
    handled: put(mailbox.handledFolder, flag),
    refused: put(mailbox.refusedFolder, refusedFlag),
    undo: async (since) => {
      // Servers compare days, each in a time zone of its own.
      const arrived = { since: new Date(since.getTime() - DAY_MS) };
      if (!isMoved) {
        const handled = hasKeywords ? { keyword: HANDLED } : { seen: true };
        const uids = (await client.search({ ...arrived, ...handled }, { uid: true })) || [];
        if (uids.length > 0) await client.messageFlagsRemove(uids.join(','), refusedFlag, { uid: true });
        return;
      }
      for (const folder of [mailbox.handledFolder, mailbox.refusedFolder]) {
        await client.mailboxOpen(folder ?? '');
        const uids = (await client.search(arrived, { uid: true })) || [];
        if (uids.length > 0) await client.messageMove(uids.join(','), mailbox.folder, { uid: true });
      }
      await client.mailboxOpen(mailbox.folder);
    },
  };
}
