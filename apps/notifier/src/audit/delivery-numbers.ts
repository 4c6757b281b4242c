import type { Collection } from '@estate/persistence';
import type { SequenceJump } from '../domain/webhook.ts';
import type { DeliveryDoc } from '../stores/delivery-document.ts';
import type { WebhookDoc } from '../stores/webhook-store.ts';

type Numbered = Pick<DeliveryDoc, '_id' | 'webhookId' | 'sequence'>;
type Jumps = readonly Pick<SequenceJump, 'after' | 'next'>[];

export interface NumberedCollections {
  deliveries: Collection<DeliveryDoc>;
  webhooks: Collection<WebhookDoc>;
}

/**
 * The deliveries whose predecessor is missing although an older one exists. Deliveries expire in the order of their numbers, so
 * the oldest one has no predecessor.
 */
export async function deliveriesAfterGaps(
  { deliveries, webhooks }: NumberedCollections,
  docs: readonly Numbered[],
): Promise<string[]> {
  const found: string[] = [];
  const ofWebhooks = Map.groupBy(docs, ({ webhookId }) => webhookId);
  const jumps = await jumpsOf(webhooks, [...ofWebhooks.keys()]);
  for (const [webhookId, numbered] of ofWebhooks) {
    const numbers = new Set(numbered.map(({ sequence }) => sequence));
    const before = ({ sequence = 0 }: Numbered) => predecessor(sequence, jumps.get(webhookId) ?? []);
    const wanted = numbered.map(before).filter((number) => number > 0 && !numbers.has(number));
    const stored = await numbersIn(deliveries, webhookId, wanted);
    const absent = new Set(wanted.filter((number) => !stored.has(number)));
    for (const doc of numbered)
      if (absent.has(before(doc)) && (await isAnyBelow(deliveries, webhookId, before(doc))))
        found.push(doc._id);
  }
  return found;
}

/** The number before this one; restored backups leave numbers out. */
function predecessor(sequence: number, jumps: Jumps): number {
  let number = sequence - 1;
  for (const { after, next } of jumps.toSorted((a, b) => b.next - a.next))
    if (number > after && number < next) number = after;
  return number;
}

async function jumpsOf(webhooks: Collection<WebhookDoc>, ids: string[]): Promise<Map<string, Jumps>> {
  const docs = await webhooks
    .find({ _id: { $in: ids }, jumps: { $exists: true } }, { projection: { jumps: 1 } })
    .toArray();
  return new Map(docs.map(({ _id, jumps = [] }) => [_id, jumps]));
}

async function numbersIn(
  deliveries: Collection<DeliveryDoc>,
  webhookId: string,
  numbers: number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set();
  // The index holds numbers above zero, and is used only by a filter that says so.
  const filter = { webhookId, sequence: { $in: numbers, $gt: 0 } };
  const docs = await deliveries.find(filter, { projection: { _id: 0, sequence: 1 } }).toArray();
  return new Set(docs.flatMap(({ sequence }) => sequence ?? []));
}

async function isAnyBelow(
  deliveries: Collection<DeliveryDoc>,
  webhookId: string,
  sequence: number,
): Promise<boolean> {
  const older = { webhookId, sequence: { $gt: 0, $lt: sequence } };
  return (await deliveries.findOne(older, { projection: { _id: 1 } })) !== null;
}

/** The newest two numbers that are missing among those of neighbours; `until` is the newest that was ever given. */
export function missingNumbers(
  neighbours: readonly number[],
  { until, jumps }: { until: number; jumps: Jumps },
): number[] {
  const first = neighbours.length === 0 ? until : Math.min(...neighbours);
  const known = new Set(neighbours);
  const missing: number[] = [];
  let number = predecessor(until + 1, jumps);
  for (; number > first && missing.length < 2; number = predecessor(number, jumps))
    if (!known.has(number)) missing.push(number);
  return missing;
}
