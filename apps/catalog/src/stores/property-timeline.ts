import { TIMELINE_KEPT_DAYS } from '@estate/contracts';
import type { PartQuery } from '@estate/contracts';
import { History, TimelineStore, newestOf } from '@estate/persistence';
import type { Collection, TimelineDoc } from '@estate/persistence';
import { creationEntry } from '../domain/timeline.ts';
import type { PropertyEntry } from '../domain/timeline.ts';
import type { PropertyDoc } from './property-document.ts';

interface Part {
  hasMore: boolean;
  data: PropertyEntry[];
  isKnown: boolean;
}

/** The timeline of properties: entries in the property documents, and older entries in their own collection. */
export class PropertyTimeline {
  readonly #docs: Collection<PropertyDoc>;
  readonly #kept: TimelineStore<PropertyEntry>;
  readonly #history: History<PropertyEntry>;

  constructor(docs: Collection<PropertyDoc>, kept: Collection<TimelineDoc<PropertyEntry>>) {
    this.#docs = docs;
    this.#kept = new TimelineStore<PropertyEntry>(kept, TIMELINE_KEPT_DAYS);
    const recording = docs as unknown as ConstructorParameters<typeof History<PropertyEntry>>[0];
    this.#history = new History(recording, this.#kept);
  }

  /** Before a property records a change. */
  makeRoom(propertyId: string): Promise<void> {
    return this.#history.makeRoom(propertyId);
  }

  /** Before a property is removed. */
  keep(doc: PropertyDoc): Promise<void> {
    const { history = [], accountId } = doc;
    return this.#kept.add(accountId, [...history, presumedCreation(doc)]);
  }

  add(accountId: string, entry: PropertyEntry): Promise<void> {
    return this.#kept.add(accountId, [entry]);
  }

  async part(
    accountId: string,
    propertyId: string,
    query: Pick<PartQuery, 'limit' | 'startAfter'>,
  ): Promise<Part> {
    // In this order, because entries move from the property to the collection.
    const doc = await this.#docs.findOne({ _id: propertyId, accountId });
    const { docs, hasMore } = await this.#kept.page(accountId, { propertyId }, query);
    const kept = docs.map(({ _id, ...entry }) => ({ id: _id, ...entry }) as unknown as PropertyEntry);
    const recorded = doc ? [...(doc.history ?? []), ...kept, presumedCreation(doc)] : kept;
    const page = newestOf(recorded, query);
    const isKnown = recorded.length > 0 || (await this.#kept.any(accountId, { propertyId })) !== null;
    return { ...page, hasMore: page.hasMore || hasMore, isKnown };
  }
}

/** Replaced by the recorded creation, if there is one: that has the same id. */
const presumedCreation = ({ _id: id, createdAt }: PropertyDoc): PropertyEntry =>
  creationEntry({ id, createdAt });
