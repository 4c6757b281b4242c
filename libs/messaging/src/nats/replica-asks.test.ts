import { ErrorCode, NatsError } from 'nats';
import type { Msg, MsgHdrs } from 'nats';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNNAMED, signed, subjectAt, tooLateHeaders } from './ask-headers.ts';
import { ReplicaAsks } from './replica-asks.ts';
import { NoSignOfLife } from './requests.ts';
import type { Request } from './requests.ts';

const NOTE = 'ask.notes.note';
/** An operation of a later version. */
const LATER = 'ask.notes.later';
const asker = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'req-replicas-0001' };

type Replying = () => Promise<Msg>;
const replyWith = (made: MsgHdrs) => Promise.resolve({ headers: made } as Msg);
const answerOf =
  (replica: string): Replying =>
  () =>
    replyWith(signed(replica));
const tooLate: Replying = () => replyWith(tooLateHeaders(Date.now(), 'b'));
const silence: Replying = () => Promise.reject(new NoSignOfLife());
const nobody: Replying = () => Promise.reject(NatsError.errorForCode(ErrorCode.NoResponders));

/** A caller of the replicas a, which is silent, and b, which is awake. */
async function duringSilence() {
  const sent: string[] = [];
  const probed: string[] = [];
  const namesRefused: string[] = [];
  let replies: Replying[] = [];
  const asks = new ReplicaAsks({
    requests: {
      send: ({ subject, data }: Request) => {
        vi.advanceTimersByTime(1);
        if (data === '') {
          probed.push(subject);
          return silence();
        }
        sent.push(subject);
        return replies.shift()?.() ?? Promise.reject(new Error(`nothing more is sent to ${subject}`));
      },
    },
    timing: { signOfLifeMs: 2_000 },
    clock: () => new Date(),
    onMoved: () => undefined,
    onSilent: () => undefined,
    onNamesRefused: (owner) => namesRefused.push(owner),
  });
  /** Records the subjects that an ask is sent to if it gets these replies. */
  const send = async (subject: string, ...given: Replying[]) => {
    replies = given;
    sent.length = 0;
    await asks.send({ ...{ subject, owner: 'notes', body: '{}' }, asker, timeoutMs: 60_000 });
    return [...sent];
  };
  await send(NOTE, answerOf('a'));
  await send(NOTE, silence, answerOf('b'));
  return { asks, send, probed, namesRefused };
}

describe('asks while a replica is silent', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('an ask goes to a replica that is awake', async () => {
    const { send } = await duringSilence();
    expect(await send(NOTE, answerOf('b'))).toEqual([subjectAt(NOTE, 'b')]);
  });

  it('an ask that one replica has refused as too late goes to any of them', async () => {
    const { send } = await duringSilence();
    expect(await send(NOTE, tooLate, answerOf('b'))).toEqual([subjectAt(NOTE, 'b'), NOTE]);
  });

  it('an ask that a replica of an earlier version does not know goes to any of them, and that replica is still asked', async () => {
    const { send } = await duringSilence();
    expect(await send(LATER, nobody, answerOf('c'))).toEqual([subjectAt(LATER, 'b'), LATER]);
    vi.spyOn(Math, 'random').mockReturnValueOnce(0);
    expect(await send(NOTE, answerOf('b'))).toEqual([subjectAt(NOTE, 'b')]);
  });

  it('a replica has ended if nobody listens for it at an operation that it has answered', async () => {
    const { send } = await duringSilence();
    expect(await send(NOTE, nobody, answerOf('c'))).toEqual([subjectAt(NOTE, 'b'), NOTE]);
    vi.spyOn(Math, 'random').mockReturnValueOnce(0);
    expect(await send(NOTE, answerOf('c'))).toEqual([subjectAt(NOTE, 'c')]);
  });

  it('a silent replica is probed at an operation that it has answered', async () => {
    const { send, probed } = await duringSilence();
    vi.advanceTimersByTime(60_000);
    await send(LATER, answerOf('b'));
    expect(probed).toEqual([subjectAt(NOTE, 'a')]);
  });

  it('any replica is asked while one that is awake has no name', async () => {
    const { send } = await duringSilence();
    await send(NOTE, silence, answerOf(UNNAMED));
    expect(await send(NOTE, answerOf('b'))).toEqual([NOTE]);
    expect(await send(NOTE, answerOf('b'))).toEqual([NOTE]);
  });

  it('no replica is asked by its name for ten minutes after the broker has refused that to the caller', async () => {
    const { asks, send, namesRefused } = await duringSilence();
    asks.refused(NOTE);
    asks.refused('ask.mails.note.b');
    expect(await send(NOTE, answerOf('b'))).toEqual([subjectAt(NOTE, 'b')]);
    asks.refused(subjectAt(NOTE, 'b'));
    asks.refused(subjectAt(NOTE, 'b'));
    expect(namesRefused).toEqual(['notes']);
    expect(await send(NOTE, silence, answerOf('b'))).toEqual([NOTE, NOTE]);
    expect(await send(NOTE, silence, answerOf('b'))).toEqual([NOTE, NOTE]);
    vi.advanceTimersByTime(600_000);
    expect(await send(NOTE, silence, answerOf('b'))).toEqual([NOTE, NOTE]);
    expect(await send(NOTE, answerOf('b'))).toEqual([subjectAt(NOTE, 'b')]);
  });
});
