import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection } from 'mongodb';

/** What one side stores of its work: a resource for each request, and later an event for each resource. */
export interface StoredWork {
  resources: Collection;
  events: Collection;
}

/** How many resources and events are stored. */
interface WorkCount {
  resources: number;
  events: number;
}

const LOOK_MS = 20;
const PATIENCE_MS = 120_000;

export async function countWork(work: StoredWork): Promise<WorkCount> {
  const [resources, events] = await Promise.all(
    [work.resources, work.events].map((collection) => collection.estimatedDocumentCount()),
  );
  return { resources: resources ?? 0, events: events ?? 0 };
}

/**
 * Waits until every resource that was stored since has its event; returns their number. @throws Error when events stay
 * away
 */
export async function untilFinished(work: StoredWork, before: WorkCount, requests: number): Promise<number> {
  const endMs = Date.now() + PATIENCE_MS;
  while (Date.now() < endMs) {
    const now = await countWork(work);
    const [resources, events] = [now.resources - before.resources, now.events - before.events];
    if (resources >= requests && events >= resources) return events;
    await sleep(LOOK_MS);
  }
  throw new Error('Not every resource has its event.');
}
