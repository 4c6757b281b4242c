import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { decideOutcome } from '../domain/processing.ts';
import type { FetchResult, ProcessingOutcome } from '../domain/processing.ts';
import type { ClaimedProperty } from '../stores/property-queue.ts';
import { fetchAttachment } from './fetch-attachment.ts';
import type { FetchDeps } from './fetch-attachment.ts';

export interface ProcessDeps extends FetchDeps {
  /** Attachments of one property that are fetched at a time. */
  concurrency: number;
  retryDelaysMs: readonly number[];
}

/** Fetches every attachment of the property, each URL once, and decides how the run ends. */
export async function processProperty(
  deps: ProcessDeps,
  { record, schedule }: ClaimedProperty,
  signal: AbortSignal,
): Promise<ProcessingOutcome> {
  const { attachments } = record;
  const results = await fetchAll(deps, record, signal);
  return decideOutcome({
    attachments,
    results,
    attempt: schedule.attempt,
    retryDelaysMs: deps.retryDelaysMs,
  });
}

async function fetchAll(
  deps: ProcessDeps,
  { attachments, stored }: ClaimedProperty['record'],
  signal: AbortSignal,
): Promise<Map<string, FetchResult>> {
  if (attachments.length === 0) return new Map();
  const directory = await mkdtemp(join(tmpdir(), 'catalog-'));
  const before = new Map(stored.map((each) => [each.url, each]));
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const limit = pLimit(deps.concurrency);
  const fetchOne = async (url: string): Promise<[string, FetchResult]> => {
    either.throwIfAborted();
    return [url, await fetchAttachment(deps, { url, before: before.get(url), directory, signal: either })];
  };
  const running = [...new Set(attachments.map(({ url }) => url))].map((url) => limit(fetchOne, url));
  try {
    return new Map(await Promise.all(running));
  } finally {
    // After trouble of our own the other downloads must have ended before their directory goes.
    failed.abort();
    await Promise.allSettled(running);
    await rm(directory, { recursive: true, force: true });
  }
}
