// One engine: ./run-next.int.test.ts, ../stores/property-queue.int.test.ts: the hosts of attachments differ, and not what is stored.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPicture } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';
import { SilentHosts } from './silent-hosts.ts';

const REMEMBERED_MS = 3_600_000;
const FETCHED_AT_A_TIME = 4;

let stage: ProcessingStage;
beforeAll(async () => {
  stage = await openProcessingStage();
  stage.deps.concurrency = FETCHED_AT_A_TIME;
});
afterAll(() => stage.close());
beforeEach(() => {
  stage.host.answers.length = 0;
  stage.deps.timeoutMs = 1500;
  stage.deps.retryDelaysMs = [];
  stage.deps.hosts = new SilentHosts({ rememberedMs: REMEMBERED_MS, clock: () => new Date() });
});

const silent = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    stage.host.files.set(`/never/${index}`, { body: '', answer: () => undefined });
    return { url: stage.host.url(`/never/${index}`) };
  });

describe('a host that does not answer', () => {
  it('a host that does not answer is asked for as many attachments as are fetched at a time, and the others fail without it', async () => {
    const property = await stage.processed(silent(48));
    expect(stage.host.answers).toHaveLength(FETCHED_AT_A_TIME);
    expect(property.processingFailure).toEqual({
      failureCode: 'attachment_unreachable',
      failureMessage: expect.stringContaining('The response was not complete in time') as string,
    });
    expect(property.processingFailure?.failureMessage).toContain('attachments.47');
  });

  it('a host that does not answer is not asked for the next property, whose failure says why', async () => {
    await stage.processed(silent(1));
    const next = await stage.processed(silent(2));
    expect(stage.host.answers).toHaveLength(1);
    expect(next.processingFailure?.failureMessage).toContain(
      `attachments.0 (${stage.host.url('/never/0')}) was not fetched, because its host did not respond in time for other attachments.`,
    );
  });

  it('a host that does not answer is asked again when what it is remembered for has passed, not before', async () => {
    stage.deps.retryDelaysMs = [1];
    const waiting = await stage.processed(silent(1));
    expect(waiting.processingStatus).toBe('pending');
    const { queue } = stage.stores;
    expect(await queue.oldestDueAt(new Date(Date.now() + REMEMBERED_MS / 2))).toBeUndefined();
    expect(await queue.oldestDueAt(new Date(Date.now() + REMEMBERED_MS))).toBeDefined();
    await stage.updated(waiting, []);
  });

  it('a host that does not answer that answers for some attachments is asked for all', async () => {
    stage.host.files.set('/good', { body: await aPicture('png') });
    const good = { url: stage.host.url('/good') };
    const [never = good] = silent(1);
    const goods = Array.from({ length: 12 }, (_, index) => {
      stage.host.files.set(`/good/${index}`, { body: stage.host.files.get('/good')?.body ?? '' });
      return { url: stage.host.url(`/good/${index}`) };
    });
    stage.deps.timeoutMs = 5000;
    const property = await stage.processed([never, ...goods]);
    expect(property.processingFailure?.failureMessage).toMatch(/could not be fetched[^.]*in time\.$/);
    expect(property.stored).toHaveLength(goods.length);
  });
});
