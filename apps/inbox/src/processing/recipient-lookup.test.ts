import { findTargetByEmail } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { expect, it } from 'vitest';
import { RecipientLookup } from './recipient-lookup.ts';

const [TARGET, ACCOUNT, REQUESTS, REPORTS] = [newId(), newId(), newId(), newId()];
const address = (emailId: string) => `${emailId}@requests.example.org`;

/** A lookup on a distribution with one target, which has an address for requests and one for reports. */
function lookup(): RecipientLookup {
  const answers: Readonly<Record<string, object>> = {
    [REQUESTS]: { targetId: TARGET, accountId: ACCOUNT },
    [REPORTS]: { targetId: TARGET, accountId: ACCOUNT, isForReports: true },
  };
  const ask = (operation: object, { emailId = '' }: { emailId?: string }) => {
    expect(operation).toBe(findTargetByEmail);
    const target = answers[emailId];
    return Promise.resolve(target ? { target } : {});
  };
  const bus = { ask } as unknown as ConstructorParameters<typeof RecipientLookup>[0];
  return new RecipientLookup(bus, new Set(['requests.example.org']));
}

it.each([
  ['the request address', [REQUESTS], {}],
  ['the report address', [REPORTS], { isForReports: true }],
  ['both, the request address first', [REQUESTS, REPORTS], { isForReports: true, isForRequests: true }],
  ['both, the report address first', [REPORTS, REQUESTS], { isForReports: true, isForRequests: true }],
])('an email to %s of a target is found to be one for that target', async (_which, ids, marks) => {
  const found = await lookup().addressees([ids.map(address)]);
  expect(found).toEqual([{ targetId: TARGET, accountId: ACCOUNT, address: expect.any(String), ...marks }]);
});
