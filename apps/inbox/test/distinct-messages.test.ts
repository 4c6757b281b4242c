import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { DistinctMessages } from './distinct-messages.ts';

const delivery = (id: string, attempt = 1) => ({
  id,
  attempt,
  subject: 'event.request.created',
  accountId: newId(),
  requestId: 'req-inbox-00001',
  at: new Date(),
  data: {},
});

describe('the messages of the stage', () => {
  it('the messages of the stage contain each id once, however often the broker delivers it', () => {
    const distinct = new DistinctMessages();
    const [first, second] = [delivery('1'), delivery('2')];
    for (const message of [first, second, delivery('1', 2), delivery('2', 2)]) distinct.take(message);
    expect(distinct.messages).toEqual([first, second]);
  });
});
