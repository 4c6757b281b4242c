import { getProperty } from '@estate/contracts';
import type { Property } from '@estate/contracts';
import { representationOf, represented } from '@estate/messaging';
import { LRUCache } from 'lru-cache';
import type { PropertyRecord } from './domain/property.ts';
import { settledVersion } from './domain/property-views.ts';
import type { PropertyRevisions } from './stores/property-revisions.ts';

/** Characters of all answers together. */
const REMEMBERED_MAX = 16_000_000;
/** A change that is no change of a service, such as a restored backup, can leave the version as it was. */
const REMEMBERED_MS = 60_000;

interface Remembered {
  version: string;
  resource: Property;
}

/**
 * Properties as they were answered. Before one is answered again, the database says whether its version is the same, so no answer is older
 * than the last change, whichever replica has made it.
 */
export class RememberedProperties {
  readonly #revisions: Pick<PropertyRevisions, 'settled'>;
  readonly #byId = new LRUCache<string, Remembered>({
    maxSize: REMEMBERED_MAX,
    ttl: REMEMBERED_MS,
    ttlAutopurge: true,
    sizeCalculation: ({ resource }) => representationOf(resource)?.length ?? 1,
  });

  constructor(revisions: Pick<PropertyRevisions, 'settled'>) {
    this.#revisions = revisions;
  }

  /** Undefined for a property that is not known, or has changed since. */
  async find(key: { accountId: string; id: string }): Promise<Property | undefined> {
    const known = this.#byId.get(key.id);
    return known && (await this.#revisions.settled(key)) === known.version ? known.resource : undefined;
  }

  /** Remembers how a property looks, unless it is being processed; returns its resource as it is answered. */
  add(record: PropertyRecord, given: Property): Property {
    const version = settledVersion(record);
    if (version === undefined) return given;
    const resource = represented(getProperty, given);
    this.#byId.set(record.id, { version, resource });
    return resource;
  }
}
