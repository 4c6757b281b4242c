import { PROPERTY_TYPES } from '@estate/contracts';
import { InvalidInput, Unavailable } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { propertyRoutes } from '../../routes/properties.ts';
import { explainedInput } from './explained-input.ts';
import { sampleRequest } from './sample-request.fixture.ts';

/** The error of a refused update of a residential plot; `owner` is the answer of the catalog. */
async function refused(body: object, owner: object | Error = { type: 'plotBuy' }): Promise<InvalidInput> {
  const apiRoute = propertyRoutes.find(({ explain }) => explain !== undefined);
  if (!apiRoute) throw new Error('no route explains');
  const askOwner = () => (owner instanceof Error ? Promise.reject(owner) : Promise.resolve(owner));
  const request = sampleRequest({ method: 'PUT', params: { id: 'd1a2b3c4e5f6g7h8i9j0' }, body });
  const call = { accountId: 'd1a2b3c4e5f6g7h8i9j0', requestId: 'request-1', permissions: [] };
  try {
    await explainedInput(apiRoute, request, { call, deps: { askOwner: askOwner as never } });
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
  throw new Error('was not refused');
}

const messages = ({ problems }: InvalidInput) => problems.map(({ message }) => message);
const { title, address } = PROPERTY_TYPES.plotBuy.examples.smallest;

describe('a refused update of a property', () => {
  it('a refused update lists the problems of its fields by the type that the property has', async () => {
    const error = await refused({ fields: { title, address, livingArea: 80 }, colour: 'red' });
    expect(messages(error)).toEqual([
      'colour is not a known field',
      'fields.plotArea is required',
      'fields.livingArea is not a known field',
      'fields.purchasePrice is required unless purchasePriceOnRequest is true',
    ]);
  });

  it('a refused update with good fields lists the other problems only', async () => {
    const fields = PROPERTY_TYPES.plotBuy.examples.full;
    expect(messages(await refused({ fields, colour: 'red' }))).toEqual(['colour is not a known field']);
  });

  it('a refused update lists the problems of the contract while the catalog is unavailable', async () => {
    const error = await refused({ fields: {}, colour: 'red' }, new Unavailable('no answer'));
    expect(messages(error)).toEqual(['colour is not a known field']);
  });
});
