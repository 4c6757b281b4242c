import { findProperty as operation } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, aProperty, fakeDeps } from '../../test/fakes.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { findProperty } from './property-questions.ts';

const caller = { accountId: ACCOUNT, requestId: 'req-find-000001' };

const namedAs = ({ id, type }: PropertyRecord) => ({ propertyId: id, propertyType: type });

describe('finding a property by external ids', () => {
  it('finding a property by external ids takes the first that is known, in the account alone', async () => {
    const deps = fakeDeps();
    const [first, second] = [aProperty({ externalId: 'P-1' }), aProperty({ externalId: 'P-2' })];
    for (const record of [first, second]) deps.properties.rows.set(record.id, record);
    const find = (externalIds: string[], accountId = ACCOUNT) =>
      findProperty(deps).handle(operation.input.parse({ externalIds }), { ...caller, accountId });
    expect(await find(['unknown', 'P-2', 'P-1'])).toEqual(namedAs(second));
    expect(await find(['unknown'])).toEqual({});
    expect(await find([])).toEqual({});
    expect(await find(['P-1'], newId())).toEqual({});
  });

  it('finding a property by external ids finds one whose external id has blanks at its ends, but prefers the one that is named exactly', async () => {
    const deps = fakeDeps();
    const [blank, exact, other] = [' P-1\n', 'P-2', 'P-2 '].map((externalId) => aProperty({ externalId }));
    for (const record of [blank, exact, other]) deps.properties.rows.set(record!.id, record!);
    const find = (externalIds: string[]) => findProperty(deps).handle({ externalIds }, caller);
    expect(await find(['P-1'])).toEqual(namedAs(blank!));
    expect(await find(['P-2'])).toEqual(namedAs(exact!));
    expect(await find(['\tP-2 '])).toEqual({});
    expect(await find(['P-2 '])).toEqual(namedAs(other!));
    expect(await find([' '])).toEqual({});
  });
});
