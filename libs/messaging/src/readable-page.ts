import { problemsOf } from '@estate/contracts';
import type { Page } from '@estate/contracts';
import { sentenceOf } from '@estate/errors';
import type { z } from 'zod';
import { kept } from './message.ts';

/** A resource of a list whose stored document cannot be read. */
export interface UnreadableItem {
  id: string;
  reason: string;
}

interface Read {
  output: unknown;
  unreadable: readonly UnreadableItem[];
}

/** A placeholder for a resource whose document could not be read. */
class Unreadable {
  readonly id: string;
  readonly reason: string;

  constructor(id: string, reason: string) {
    this.id = id;
    this.reason = reason;
  }
}

/** Maps a document to its resource; an unreadable one must not prevent a list from showing the others. */
export const readable =
  <D extends { id: string } | { _id: string }, R>(toResource: (doc: D) => R) =>
  (doc: D): R => {
    try {
      return toResource(doc);
    } catch (error) {
      const id = 'id' in doc ? doc.id : doc._id;
      return new Unreadable(id, error instanceof Error ? error.message : String(error)) as R;
    }
  };

/** The id of an unreadable resource; undefined for others. */
export const unreadableId = (item: unknown): string | undefined =>
  item instanceof Unreadable ? item.id : undefined;

/**
 * The output according to its contract. Unreadable resources of a page are left out, and listed separately.
 * @throws Error for an output that violates its contract in another way
 */
export function readOutput(schema: z.ZodType, output: unknown, what: string): Read {
  if (!isPage(output)) return { output: kept(schema, output, what), unreadable: [] };
  const marked = output.data.filter((item) => item instanceof Unreadable);
  const whole = { ...output, data: output.data.filter((item) => !(item instanceof Unreadable)) };
  const first = schema.safeParse(whole);
  if (first.success && marked.length === 0) return { output: first.data, unreadable: [] };
  const broken = first.success ? [] : brokenItems(first.error, whole);
  const unreadable = [...marked, ...broken].map(({ id, reason }) => ({ id, reason }));
  const ids = new Set(unreadable.map(({ id }) => id));
  const isLeft = (item: unknown) => !(item instanceof Unreadable) && !ids.has(idOf(item) ?? '');
  const last = output.data.at(-1);
  const end = isLeft(last) ? undefined : last instanceof Unreadable ? last.id : idOf(last);
  const page = {
    ...output,
    data: output.data.filter(isLeft),
    unreadable: unreadable.map(({ id }) => ({ id, unreadable: true })),
    ...(output.hasMore && end !== undefined && { continueAfter: output.continueAfter ?? end }),
  };
  return { output: kept(schema, page, what), unreadable };
}

/** The items of a page that violate the contract; none if something else violates it as well. */
function brokenItems(error: z.ZodError, page: Page<unknown>): UnreadableItem[] {
  const indexes = new Set(
    error.issues.map(({ path: [field, index] }) => (field === 'data' ? index : undefined)),
  );
  const reason = sentenceOf(problemsOf(error, page));
  const items = [...indexes].map((index) => (typeof index === 'number' ? idOf(page.data[index]) : undefined));
  return items.every((id) => id !== undefined) ? items.map((id) => ({ id, reason })) : [];
}

export const isPage = (output: unknown): output is Page<unknown> =>
  typeof output === 'object' && output !== null && 'hasMore' in output && 'data' in output;

/** The id of a resource, under one of these names. */
function idOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const { id, eventId } = item as { id?: unknown; eventId?: unknown };
  return [id, eventId].find((one) => typeof one === 'string');
}
