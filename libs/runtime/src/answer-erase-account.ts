import { Id } from '@estate/contracts';
import type { EraseAccount, ErasedPart } from '@estate/contracts';
import { answer, eraseMessages } from '@estate/messaging';
import type { Bus, ErasedConsumer } from '@estate/messaging';
import type { AccountEraser } from '@estate/persistence';

interface Erasing {
  accountEraser: Pick<AccountEraser, 'erase' | 'erased' | 'add'>;
  /** Erases the messages that the broker has of an account; returns how many there were. */
  eraseMessages?: (accountId: string) => Promise<number>;
}

/**
 * Erases a portion of what the service has stored of an account; its messages at the broker last, once nothing makes
 * new ones.
 */
export const answerEraseAccount = <S extends string>(
  operation: EraseAccount<S>,
  { accountEraser, eraseMessages: eraseStored }: Erasing,
) =>
  answer(operation, async ({ closingId, requestedAt }, asker) => {
    // Documents without an account must never match.
    const accountId = Id.parse(asker.accountId);
    const account = { accountId, closingId, requestedAt: new Date(requestedAt) };
    const isEmpty = await accountEraser.erase(account);
    const messages = (isEmpty && (await eraseStored?.(accountId))) || 0;
    await accountEraser.add(closingId, { messages });
    const erased = (await accountEraser.erased(closingId)) as ErasedPart['erased'];
    return { erased, isDone: isEmpty && messages === 0 };
  });

/** Erases all messages of an account from the streams and the dead letters of consumers. */
export const messageEraser =
  (bus: Pick<Bus, 'ready'>, consumers: readonly ErasedConsumer[]) =>
  async (accountId: string): Promise<number> => {
    let count = 0;
    for (const consumer of consumers) {
      count += (await eraseMessages(bus, consumer, (message) => message.accountId === accountId)).length;
    }
    return count;
  };
