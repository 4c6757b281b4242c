import { listAttachmentFailures } from '@estate/contracts';
import type { ImportObject } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import { listImportObjects } from './imports.ts';

const DEAD = 'https://photos.example.org/dead.jpg';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function listed(accountId: string, id: string): Promise<ImportObject[]> {
  const route = listImportObjects({ ...stage.stores, bus: stage.owners.bus });
  const caller = { accountId, requestId: 'req-test-0001' };
  const { data } = (await route.handle({ id, limit: 10, order: 'asc' }, caller)) as { data: ImportObject[] };
  return data;
}

describe('an object with a file whose address is dead', () => {
  it('an object with a file whose address is dead becomes a property that the address does not stop, and has a warning', async () => {
    const accountId = newId();
    const document = documentOf([{ number: '1', photoUrl: DEAD }, { number: '2' }]);
    const { id, objects } = await stage.importOf(document, { accountId });
    expect(stage.owners.of('properties', accountId).map(({ attachments }) => attachments)).toEqual(
      expect.arrayContaining([[expect.objectContaining({ url: DEAD, isOptional: true })], []]),
    );
    expect((await listed(accountId, id)).map(({ problems }) => problems)).toEqual([[], []]);
    stage.owners.dead.push({
      propertyId: objects[0]?.propertyId ?? '',
      ...{ url: DEAD, failureCode: 'attachment_not_found' },
      failureMessage: `attachments.0 (${DEAD}) returned 404 Not Found.`,
    });
    expect((await listed(accountId, id)).map(({ problems }) => problems)).toMatchObject([
      [
        {
          ...{ severity: 'warning', code: 'attachment_missing', reason: 'address_dead' },
          ...{ field: 'anhaenge', value: DEAD },
          message: expect.stringContaining('returned 404 Not Found. The property is published') as string,
          whatToDo: expect.stringContaining('Correct the address') as string,
        },
      ],
      [],
    ]);
  });

  it('an import without properties asks the catalog nothing', async () => {
    const accountId = newId();
    const { id } = await stage.importOf(documentOf([{ number: '1', prices: '<kaufpreis>x</kaufpreis>' }]), {
      accountId,
    });
    stage.owners.fail = (subject) =>
      subject === listAttachmentFailures.subject ? new Error('It was asked.') : undefined;
    expect(await listed(accountId, id)).toMatchObject([{ outcome: 'failed' }]);
  });
});
