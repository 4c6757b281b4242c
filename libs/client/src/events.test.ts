import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusal, startFakeService } from '../test/fake-service.ts';
import type { FakeService, Received, Scripted } from '../test/fake-service.ts';
import { ApiError, Client } from './index.ts';
import type { FollowOptions, FollowQuery } from './index.ts';

const open: FakeService[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((service) => service.close()));
});

const START_MS = Date.parse('2026-11-01T12:00:00.000Z');
const MINUTE_MS = 60_000;
const idOf = (number: number) => String(number).padStart(20, '0');

/** An event with a number, that happened so many minutes after the start. */
const eventOf = (number: number, minute: number) => ({
  eventId: idOf(number),
  eventName: 'publication.succeeded',
  eventPayload: {},
  eventTime: new Date(START_MS + minute * MINUTE_MS).toISOString(),
});
type Event = ReturnType<typeof eventOf>;

/** The list of events as the service has it; `trouble` is answered in its place. */
async function eventList(
  events: Event[],
  trouble: (request: Received) => Scripted | undefined = () => undefined,
) {
  const service = await startFakeService((request) => {
    const answer = trouble(request);
    if (answer) return answer;
    const { startAfter = '', from = '', order, limit = '10' } = request.query;
    const found = events
      .filter(({ eventId, eventTime }) => eventId > startAfter && eventTime >= from)
      .toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
    const page = (order === 'desc' ? found.toReversed() : found).slice(0, Number(limit));
    return { body: { hasMore: found.length > page.length, data: page } };
  });
  open.push(service);
  const client = new Client({ baseUrl: service.url, apiKey: 'rek_live_x', retries: 0 });
  const follow = (query?: FollowQuery, options?: FollowOptions) =>
    client.events.follow(query, options)[Symbol.asyncIterator]();
  return { received: service.received, follow };
}

const nextOf = async (followed: AsyncIterator<{ eventId: string }>) =>
  Number(((await followed.next()) as { value: { eventId: string } }).value.eventId);

const atStart = () => vi.useFakeTimers({ toFake: ['Date'], now: START_MS });

describe('followed events', () => {
  it('followed events are those that happen after the call, each once, and the service is asked to wait', async () => {
    atStart();
    const events = [eventOf(1, -1)];
    const { follow, received } = await eventList(events, ({ query }) => {
      if (query['wait'] !== undefined && events.length === 1) events.push(eventOf(2, 0), eventOf(3, 0));
      return undefined;
    });
    const followed = follow({ type: 'publication.succeeded' });
    expect([await nextOf(followed), await nextOf(followed)]).toEqual([2, 3]);
    expect(received.at(-1)?.query).toEqual({
      ...{ type: 'publication.succeeded', limit: '100', startAfter: idOf(1), wait: '20' },
    });
  });

  it('followed events begin after an event that is known, and repeat none from before it', async () => {
    atStart();
    const { follow } = await eventList([eventOf(1, -2), eventOf(2, -1), eventOf(3, 0)]);
    const followed = follow({ startAfter: idOf(1) });
    expect([await nextOf(followed), await nextOf(followed)]).toEqual([2, 3]);
  });

  it('followed events include one that is listed after a newer one', async () => {
    atStart();
    const events = [eventOf(1, -3), eventOf(5, -1)];
    const { follow } = await eventList(events, ({ query }) => {
      const isAsked = query['wait'] !== undefined;
      if (isAsked && query['startAfter'] === idOf(5)) events.push(eventOf(6, 0));
      if (isAsked && query['startAfter'] === idOf(6)) {
        events.push(eventOf(3, -2), eventOf(7, 0));
        vi.setSystemTime(START_MS + 2 * MINUTE_MS);
      }
      return undefined;
    });
    const followed = follow();
    expect([await nextOf(followed), await nextOf(followed), await nextOf(followed)]).toEqual([6, 7, 3]);
  });

  it('followed events go on where they were after the service was unavailable', async () => {
    atStart();
    const events = [eventOf(1, -1)];
    const troubles: Scripted[] = [{ cut: 'before' }, refusal(503, 'service-unavailable'), { cut: 'within' }];
    const { follow } = await eventList(events, ({ query }) => {
      if (query['wait'] === undefined) return undefined;
      const trouble = troubles.shift();
      if (trouble) events.push(eventOf(events.length + 1, 0));
      return trouble;
    });
    const interruptions: unknown[] = [];
    const followed = follow({}, { onInterrupted: (error) => interruptions.push(error) });
    expect([await nextOf(followed), await nextOf(followed), await nextOf(followed)]).toEqual([2, 3, 4]);
    expect(interruptions).toHaveLength(3);
  });

  it('followed events end when the service rejects the call, and when the signal is aborted', async () => {
    const { follow } = await eventList([], ({ query }) =>
      query['wait'] === undefined ? undefined : refusal(401, 'api-key-invalid'),
    );
    await expect(follow().next()).rejects.toBeInstanceOf(ApiError);
    const controller = new AbortController();
    const waiting = (await eventList([])).follow({}, { signal: controller.signal }).next();
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
