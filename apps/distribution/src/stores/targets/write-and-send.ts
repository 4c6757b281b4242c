import type { Collection, Filter, OutboxRelay, UpdateFilter } from '@estate/persistence';
import type { TargetDoc } from './target-document.ts';

/** The targets, and what sends the events that are written into them. */
export interface AnnouncedTargets {
  docs: Collection<TargetDoc>;
  relay: Pick<OutboxRelay, 'sent'>;
}

/** One write, with the events it carries; null when nothing matched. */
export async function writeAndSend(
  { docs, relay }: AnnouncedTargets,
  filter: Filter<TargetDoc>,
  update: UpdateFilter<TargetDoc>,
): Promise<TargetDoc | null> {
  const doc = await docs.findOneAndUpdate(filter, update, { returnDocument: 'after' });
  if (doc?.outbox?.length) relay.sent(docs, doc);
  return doc;
}
