import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAbandoned } from '@estate/persistence';
import pLimit from 'p-limit';
import { abandoned, decideOutcome } from '../domain/processing.ts';
import type { ProcessingOutcome, ProcessingResults } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import type { ClaimedProperty } from '../stores/property-queue.ts';
import type { AttachmentAddresses } from '../domain/attachment-addresses.ts';
import { fetchAttachment } from './fetch-attachment.ts';
import type { FetchDeps } from './fetch-attachment.ts';
import type { RenditionDeps } from '../images/make-rendition.ts';
import { firstRenditionOf, renditionsOf } from './renditions-of.ts';
import type { PropertyRun } from './renditions-of.ts';
import { removeFile } from '../remove-file.ts';
import { takeStored } from './take-stored.ts';
import type { StoredDeps } from './take-stored.ts';

export interface ProcessDeps extends FetchDeps, RenditionDeps, StoredDeps {
  bytes: FetchDeps['bytes'] & RenditionDeps['bytes'] & StoredDeps['bytes'];
  addresses: Pick<AttachmentAddresses, 'shown'>;
  images: FetchDeps['images'] & RenditionDeps['images'];
  /** Maximum number of attachments of one property that are fetched at a time. */
  concurrency: number;
  retryDelaysMs: readonly number[];
}

/** Fetches every file of the property, each URL once, makes the renditions, and decides how the run ends. */
export async function processProperty(
  deps: ProcessDeps,
  claimed: ClaimedProperty,
  signal: AbortSignal,
): Promise<ProcessingOutcome> {
  const { record, attempt } = claimed;
  const { attachments } = record;
  const shown = (url: string) => deps.addresses.shown(url);
  if (isAbandoned(claimed)) return abandoned(record, shown);
  const results = await workOn(deps, record, signal);
  return decideOutcome({ ...results, attachments, attempt, retryDelaysMs: deps.retryDelaysMs, shown });
}

async function workOn(
  deps: ProcessDeps,
  record: PropertyRecord,
  signal: AbortSignal,
): Promise<ProcessingResults> {
  if (record.attachments.length === 0) return { fetches: new Map(), renditions: new Map() };
  const stored = await takeStored(deps, record);
  const directory = await mkdtemp(join(tmpdir(), 'catalog-'));
  const failed = new AbortController();
  const run: PropertyRun = {
    record,
    ...stored,
    renditions: new Map(),
    made: new Map(),
    pathOf: (url) => join(directory, createHash('sha256').update(url).digest('hex')),
    signal: AbortSignal.any([signal, failed.signal]),
  };
  const watermarks = new Set(record.attachments.flatMap(({ watermarkUrl }) => watermarkUrl ?? []));
  const urls = new Set(record.attachments.map(({ url }) => url));
  const running: Promise<void>[] = [];
  const each = (all: ReadonlySet<string>, work: (url: string) => Promise<void>) => {
    const limit = pLimit(deps.concurrency);
    const begun = [...all].map((url) => limit(work, url));
    running.push(...begun);
    return Promise.all(begun);
  };
  try {
    await each(watermarks, (url) => fetchOnce(deps, run, url));
    await each(urls, async (url) => {
      await fetchOnce(deps, run, url);
      await renditionsOf(deps, run, url);
      // Only the files that are being worked on are on the disk.
      if (!watermarks.has(url)) await removeFile(run.pathOf(url));
    });
    return run;
  } finally {
    // After an internal error the other downloads must have ended before their directory is removed.
    failed.abort();
    await Promise.allSettled(running);
    await rm(directory, { recursive: true, force: true });
  }
}

async function fetchOnce(deps: ProcessDeps, run: PropertyRun, url: string): Promise<void> {
  run.signal.throwIfAborted();
  if (run.fetches.has(url)) return;
  const { record, signal } = run;
  const { accountId } = record;
  const before = record.stored.find((each) => each.url === url);
  const renditionOf = firstRenditionOf(run, url);
  const wanted = { accountId, url, before, path: run.pathOf(url), renditionOf, signal };
  const { first, ...result } = await fetchAttachment(deps, wanted);
  run.fetches.set(url, result);
  if (first) run.made.set(url, first);
}
