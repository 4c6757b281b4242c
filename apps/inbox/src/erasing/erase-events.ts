import { eraseEvents } from '@estate/contracts';
import type { InputOf } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import type { Manifest } from '../manifest.ts';
import { redactPublished } from './erase-published.ts';
import type { Published } from './erase-published.ts';

type Erased = Partial<InputOf<typeof eraseEvents>>;

export type EraseEvents = (accountId: string, erased: Erased) => Promise<void>;

/** Has the events about requests and emails of an account erased; its own messages first, so that none is published again. */
export const eraseEventsAt =
  (bus: Pick<Bus<Manifest>, 'ask'>, published: Published, timeoutMs: number): EraseEvents =>
  async (accountId, erased) => {
    const input = { requestIds: [], mailIds: [], redacted: [], ...erased };
    await published.eraseOf(accountId, [...input.requestIds, ...input.mailIds]);
    await redactPublished(published, accountId, input.redacted);
    await bus.ask(eraseEvents, input, { accountId, requestId: newRequestId() }, { timeoutMs });
  };
