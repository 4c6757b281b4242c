import type { PropertySnapshot } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';

/** The properties that a test's catalog answers for. */
export class FakeCatalog {
  readonly properties = new Map<string, PropertySnapshot>();
  readonly deleting = new Set<string>();

  add(propertyId: string, changes: Partial<PropertySnapshot> = {}): PropertySnapshot {
    const snapshot: PropertySnapshot = {
      propertyId,
      externalId: `P-${propertyId.slice(-5)}`,
      type: 'apartmentBuy',
      fields: EXAMPLE_FIELDS,
      attachments: [],
      links: [],
      revision: 1,
      processingStatus: 'successful',
      updatedAt: '2026-11-01T08:30:00.000Z',
      ...changes,
    };
    this.properties.set(propertyId, snapshot);
    return snapshot;
  }

  /** A new revision of a property. */
  change(propertyId: string, changes: Partial<PropertySnapshot> = {}): number {
    const before = this.properties.get(propertyId);
    if (!before) throw new Error(`no property ${propertyId}`);
    const revision = before.revision + 1;
    this.properties.set(propertyId, { ...before, revision, ...changes });
    return revision;
  }
}
