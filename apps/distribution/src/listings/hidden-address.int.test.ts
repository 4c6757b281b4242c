import {
  createListing,
  createTarget,
  deleteListing,
  getPublishingSettings,
  setPublishingSettings,
  updateTarget,
  validateListing,
} from '@estate/contracts';
import type { PropertySnapshot } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { TargetStore } from '../stores/targets/target-store.ts';
import { upkeep } from '../upkeep/upkeep.ts';

let stage: Stage;

eachOnStage((opened) => {
  stage = opened;
});

const input = {
  type: 'portal',
  credentials: { host: 'ftp.example.org', username: 'agent', password: 'secret' },
};
const elsewhere = { ...input.credentials, username: 'other' };
const never = new AbortController().signal;
const keep = () => {
  const { laneMetrics: metrics, log } = stage;
  return upkeep({ ...stage.deps, metrics, log, halfMadeAfterMs: 30_000 }, never);
};

const hidden = {
  ...EXAMPLE_FIELDS,
  address: { ...EXAMPLE_FIELDS.address, street: 'Lindenweg', publish: false },
};

function addHidden(changes: Partial<PropertySnapshot> = {}): string {
  const propertyId = newId();
  stage.catalog.add(propertyId, { fields: hidden, ...changes });
  return propertyId;
}

/** The street of each publication so far. */
const streets = () =>
  stage.portal.sent.map(({ op, publication }) =>
    op === 'set' ? publication.snapshot.fields.address.street : publication.property.fields.address.street,
  );

const picture = (changes: object) => ({
  ...{ position: 0, sha256: 'a'.repeat(64), size: 3, mediaType: 'image/jpeg' as const, isBlueprint: false },
  ...changes,
});

describe('a hidden address', () => {
  it('a change of the account publishes the listings of the targets that follow it once more', async () => {
    const { id: targetId } = await stage.ask(createTarget, input);
    const own = await stage.ask(createTarget, { ...input, credentials: elsewhere, hiddenAddress: 'flag' });
    const propertyId = addHidden();
    await stage.ask(createListing, { propertyId, targetId });
    await stage.ask(createListing, { propertyId, targetId: own.id });
    await stage.work();
    expect(streets()).toEqual(['Lindenweg', 'Lindenweg']);
    expect(await stage.ask(getPublishingSettings, {})).toEqual({ hiddenAddress: 'flag' });
    await stage.ask(setPublishingSettings, { hiddenAddress: 'omit' });
    await stage.work();
    await stage.ask(setPublishingSettings, { hiddenAddress: 'omit' });
    await keep();
    await stage.work();
    expect(streets()).toEqual(['Lindenweg', 'Lindenweg', '']);
    expect(await stage.ask(getPublishingSettings, {})).toEqual({ hiddenAddress: 'omit' });
  });

  it.each(['markFollowers', 'listingsMadeDue'] as const)(
    'a change of the account publishes once although the process was killed at %s',
    async (step) => {
      const { id: targetId } = await stage.ask(createTarget, input);
      await stage.ask(createListing, { propertyId: addHidden(), targetId });
      await stage.work();
      const killed = () => Promise.reject(new Unavailable('killed'));
      Object.assign(stage.targets, { [step]: killed });
      await expect(stage.ask(setPublishingSettings, { hiddenAddress: 'omit' })).rejects.toThrow('killed');
      await stage.work();
      Object.assign(stage.targets, { [step]: TargetStore.prototype[step] });
      await keep();
      await stage.work();
      await keep();
      await stage.work();
      expect(streets()).toEqual(['Lindenweg', '']);
    },
  );

  it('a change of the account keeps what an older mark of a target says of a restored backup', async () => {
    const { id: targetId } = await stage.ask(createTarget, input);
    await stage.laneControls.reconcile(targetId, {
      republish: { token: 'older', requestId: 'r-test', restored: true },
    });
    const [marked] = await stage.targets.markFollowers({
      accountId: stage.accountId,
      republish: { token: 'newer', requestId: 'r-test' },
    });
    expect(marked?.republish).toEqual({ token: 'newer', requestId: 'r-test', restored: true });
  });

  it('the setting of a target decides before that of its account, for deletions too', async () => {
    await stage.ask(setPublishingSettings, { hiddenAddress: 'omit' });
    const { id } = await stage.ask(createTarget, { ...input, hiddenAddress: 'flag' });
    const listing = await stage.ask(createListing, { propertyId: addHidden(), targetId: id });
    await stage.work();
    await stage.ask(updateTarget, { id, ...input, hiddenAddress: 'omit' });
    await stage.ask(deleteListing, { id: listing.id });
    await stage.work();
    expect(streets()).toEqual(['Lindenweg', '']);
  });

  it('an address that is published keeps its street', async () => {
    await stage.ask(setPublishingSettings, { hiddenAddress: 'omit' });
    const { id: targetId } = await stage.ask(createTarget, input);
    const shown = { ...hidden, address: { ...hidden.address, publish: true } };
    await stage.ask(createListing, { propertyId: addHidden({ fields: shown }), targetId });
    await stage.work();
    expect(streets()).toEqual(['Lindenweg']);
  });

  it('titles and links with the street are left out, and texts are sent with a warning', async () => {
    const { id: targetId } = await stage.ask(createTarget, { ...input, hiddenAddress: 'omit' });
    const propertyId = addHidden({
      fields: { ...hidden, title: 'Flat in Lindenweg' },
      attachments: [picture({ title: 'lindenweg 12a, kitchen' }), picture({ position: 1, title: 'Bath' })],
      links: [{ url: 'https://tours.example.org/Lindenweg%2012a' }, { url: 'https://tours.example.org/7' }],
    });
    const { publishable, problems } = await stage.ask(validateListing, { propertyId, targetId });
    expect(publishable).toBe(true);
    expect(problems.map(({ code, field }) => `${code} ${field ?? ''}`)).toEqual([
      'value_left_out attachments.0.title',
      'value_left_out links.0',
      'address_revealed fields.title',
    ]);
    await stage.ask(createListing, { propertyId, targetId });
    await stage.work();
    expect(stage.portal.sent).toMatchObject([
      {
        publication: {
          snapshot: {
            attachments: [picture({}), picture({ position: 1, title: 'Bath' })],
            links: [{ url: 'https://tours.example.org/7' }],
          },
        },
      },
    ]);
    expect(JSON.stringify(stage.portal.sent)).not.toContain('kitchen');
  });

  it('a property whose watermark shows the street is not sent', async () => {
    const { id: targetId } = await stage.ask(createTarget, { ...input, hiddenAddress: 'omit' });
    const attachments = [picture({ watermarkCaption: 'Lindenweg 12a' })];
    const propertyId = addHidden({ attachments });
    await stage.ask(createListing, { propertyId, targetId });
    await stage.work();
    expect(stage.portal.sent).toEqual([]);
    const events = await stage.eventsOf('event.publication.failed');
    expect(events).toMatchObject([{ failureCode: 'validation_rejected' }]);
  });
});
