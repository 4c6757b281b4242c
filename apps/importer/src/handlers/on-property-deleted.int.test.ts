import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { log, openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { KnownDoc } from '../stores/known-store.ts';
import { onPropertyDeleted } from './on-property-deleted.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const accountId = newId();
const context = { log, signal: new AbortController().signal };

/** An object that became a property. */
async function reserve(changes: Partial<KnownDoc> = {}): Promise<KnownDoc> {
  const of = { accountId, queueId: 'q', provider: {}, providerKey: 'p', numbers: {} };
  const known = { ...of, propertyId: newId(), listingIds: {}, createdIn: newId(), hash: 'h' };
  return stage.stores.known.reserve({ _id: newId(), ...known, ...changes });
}

/** The fact that a property was deleted, while the catalog has it again or not. */
const deleted = (propertyId: string, exists = false, of = accountId) =>
  onPropertyDeleted({
    known: stage.stores.known,
    bus: { ask: () => Promise.resolve({ exists }) } as never,
  }).handle(
    {
      ...{ id: newId(), accountId: of, requestId: 'r', at: new Date(), attempt: 1 },
      ...{ subject: 'fact.catalog.property.deleted.v1', data: { propertyId } },
    },
    context,
  );

describe('an object whose property its customer has deleted', () => {
  it('an object whose property was deleted is forgotten, and those of other properties stay', async () => {
    const [gone, kept] = [await reserve(), await reserve()];
    await deleted(gone.propertyId);
    expect(await stage.stores.known.find(gone._id)).toBeNull();
    expect(await stage.stores.known.find(kept._id)).toMatchObject({ propertyId: kept.propertyId });
  });

  it('an object stays known whose property is there again, or that a row deletes, or that belongs to another account', async () => {
    const restored = await reserve();
    await deleted(restored.propertyId, true);
    const byRow = await reserve({ deletedBy: newId() });
    await deleted(byRow.propertyId);
    const foreign = await reserve();
    await deleted(foreign.propertyId, false, newId());
    for (const { _id } of [restored, byRow, foreign])
      expect(await stage.stores.known.find(_id)).not.toBeNull();
  });
});
