import { Unavailable } from '@estate/errors';
import type { Operation, TimelineEntry, TimelinePart } from '@estate/contracts';
import { entryId } from '@estate/contracts';
import { describe, expect, it } from 'vitest';
import type { Deps } from '../src/deps.ts';
import type { Call } from '../src/edge/routing/call.ts';
import { listingTimeline, propertyTimeline } from '../src/records/timelines/read-timeline.ts';

const ID = 'd1a2b3c4e5f6g7h8i9j0';
const TARGET = 'd1a2b3c4e5f6g7h8i9m0';
const call = { accountId: 'a', requestId: 'r' } as Call;
const empty: TimelinePart = { hasMore: false, data: [], isKnown: false };
const at = new Date('2026-11-01T08:30:00.000Z');
const created = {
  id: entryId(at, 'property_created', ID),
  at: at.toISOString(),
  kind: 'property_created',
  propertyId: ID,
  revision: 1,
} as TimelineEntry;

/** The services with their parts; one that is not there is an error. */
function services(parts: Record<string, Partial<TimelinePart> | Error>) {
  const asked: { owner: string; input: unknown }[] = [];
  const askOwner = ({ subject }: Operation, input: unknown) => {
    const owner = subject.split('.')[1] ?? '';
    asked.push({ owner, input });
    const part = parts[owner] ?? {};
    return part instanceof Error ? Promise.reject(part) : Promise.resolve({ ...empty, ...part });
  };
  return { asked, deps: { askOwner } as unknown as Pick<Deps, 'askOwner'> };
}

describe('the timeline of a property', () => {
  it('the timeline of a property is not found when no service knows it', async () => {
    const { deps, asked } = services({});
    await expect(propertyTimeline({ id: ID, limit: 10 }, call, deps)).rejects.toMatchObject({
      code: 'property-not-found',
    });
    expect(asked.map(({ owner }) => owner)).toEqual(['catalog', 'distribution', 'notifier', 'inbox']);
  });

  it('the timeline of a property that one service knows has what that service has, empty or not', async () => {
    const known = services({ catalog: { isKnown: true, data: [created] } });
    expect(await propertyTimeline({ id: ID, limit: 10 }, call, known.deps)).toEqual({
      hasMore: false,
      data: [created],
    });
    const behindTheEnd = services({ inbox: { isKnown: true } });
    const page = propertyTimeline({ id: ID, limit: 10, startAfter: created.id }, call, behindTheEnd.deps);
    expect(await page).toEqual({ hasMore: false, data: [] });
  });

  it.each(['catalog', 'distribution', 'notifier', 'inbox'])(
    'the timeline of a property is unavailable while %s does not answer, never shorter',
    async (owner) => {
      const gone = new Unavailable(`${owner} is unavailable. Try again in a few seconds.`, {
        code: 'service-unavailable',
      });
      const { deps } = services({ catalog: { isKnown: true, data: [created] }, [owner]: gone });
      await expect(propertyTimeline({ id: ID, limit: 10 }, call, deps)).rejects.toThrow(gone.message);
    },
  );
});

describe('the timeline of a listing', () => {
  it('the timeline of a listing has the requests for its property from its target', async () => {
    const listing = { propertyId: ID, targetId: TARGET };
    const { asked, deps } = services({ distribution: { isKnown: true, listing } });
    await listingTimeline({ id: ID, limit: 5 }, call, deps);
    expect(asked.at(-1)).toEqual({ owner: 'inbox', input: { limit: 5, ...listing } });
  });

  it('the timeline of a listing is not found when no service knows it', async () => {
    const { deps } = services({});
    await expect(listingTimeline({ id: ID, limit: 5 }, call, deps)).rejects.toMatchObject({
      code: 'listing-not-found',
    });
  });
});
