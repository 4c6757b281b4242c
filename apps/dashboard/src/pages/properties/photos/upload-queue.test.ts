import { describe, expect, it } from 'vitest';
import { UploadQueue } from './upload-queue.ts';
import type { Send, Sent } from './upload-queue.ts';

interface Sending {
  name: string;
  progress: (sentBytes: number) => void;
  end: (sent?: Partial<Sent>) => void;
  fail: (error: Error) => void;
  signal: AbortSignal;
}

/** A queue whose files are sent by hand. */
function queueOf() {
  const sending: Sending[] = [];
  const send: Send = ({ name }, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      sending.push({
        name,
        signal,
        progress: onProgress,
        end: () => resolve({ url: `of ${name}`, type: 'image/jpeg', expiresAt: '2026-12-01T00:00:00.000Z' }),
        fail: reject,
      });
    });
  return { queue: new UploadQueue(send), sending };
}

const fileOf = (name: string) => new File(['bytes'], name);
const statesOf = (queue: UploadQueue) => [...queue.uploads().values()].map(({ state }) => state);
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the queue of uploads', () => {
  it('a queue sends three files at a time and the next one when one has ended', async () => {
    const { queue, sending } = queueOf();
    for (const name of ['a', 'b', 'c', 'd', 'e']) queue.add(fileOf(name));
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(statesOf(queue)).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
    sending[1]?.end();
    await settled();
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(statesOf(queue)).toEqual(['sending', 'sent', 'sending', 'sending', 'waiting']);
    expect([...queue.uploads().values()][1]).toMatchObject({ url: 'of b', type: 'image/jpeg' });
  });

  it('a queue tells its listeners how much of a file has been sent', () => {
    const { queue, sending } = queueOf();
    let changes = 0;
    const key = queue.add(fileOf('a'));
    const end = queue.subscribe(() => (changes += 1));
    sending[0]?.progress(3);
    expect(queue.uploads().get(key)).toEqual({ state: 'sending', sentBytes: 3 });
    end();
    sending[0]?.progress(4);
    expect(changes).toBe(1);
  });

  it('a file that failed lets the next one begin and is sent again when it is asked for', async () => {
    const { queue, sending } = queueOf();
    const [first = ''] = ['a', 'b', 'c', 'd'].map((name) => queue.add(fileOf(name)));
    sending[0]?.fail(new Error('cut'));
    await settled();
    expect(statesOf(queue)).toEqual(['failed', 'sending', 'sending', 'sending']);
    queue.start(first);
    expect(statesOf(queue)[0]).toBe('waiting');
    sending[1]?.end();
    await settled();
    expect(sending.at(-1)?.name).toBe('a');
    expect(statesOf(queue)).toEqual(['sending', 'sent', 'sending', 'sending']);
  });

  it('a file that is stopped ends its call, makes room, and keeps the state of its next start', async () => {
    const { queue, sending } = queueOf();
    const [first = ''] = ['a', 'b', 'c', 'd'].map((name) => queue.add(fileOf(name)));
    queue.stop(first);
    expect(sending[0]?.signal.aborted).toBe(true);
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(queue.uploads().has(first)).toBe(false);
    queue.start(first);
    sending[0]?.fail(new Error('aborted'));
    await settled();
    expect(queue.uploads().get(first)).toEqual({ state: 'waiting' });
    sending[2]?.end();
    await settled();
    expect(sending.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'a']);
  });
});
