import { findTargetByEmail } from '@estate/contracts';
import { newId } from '@estate/persistence';
import { expect, it } from 'vitest';
import { RecipientLookup } from './recipient-lookup.ts';

const [TARGET, ACCOUNT, REQUESTS, REPORTS] = [newId(), newId(), newId(), newId()];
const address = (emailId: string) => `${emailId}@requests.example.org`;

/** A lookup on a distribution with one target, which has an address for requests and one for reports. */
function lookup(asked: string[] = []): RecipientLookup {
  const answers: Readonly<Record<string, object>> = {
    [REQUESTS]: { targetId: TARGET, accountId: ACCOUNT },
    [REPORTS]: { targetId: TARGET, accountId: ACCOUNT, isForReports: true },
  };
  const ask = (operation: object, { emailId = '' }: { emailId?: string }) => {
    expect(operation).toBe(findTargetByEmail);
    asked.push(emailId);
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
  const { addressees } = await lookup().addressees([ids.map(address)]);
  expect(addressees).toEqual([
    { targetId: TARGET, accountId: ACCOUNT, address: expect.any(String), ...marks },
  ]);
});

const madeUp = Array.from({ length: 999 }, newId);

it('an email to many addresses that do not exist leads to few look-ups, and is for the target whose address comes first', async () => {
  const asked: string[] = [];
  const found = await lookup(asked).addressees([[REQUESTS, ...madeUp].map(address)]);
  expect(found.addressees.map(({ targetId }) => targetId)).toEqual([TARGET]);
  expect(asked.length).toBeLessThanOrEqual(60);
  expect(asked.length + found.leftOut).toBe(1000);
});

it('addresses that do not exist are looked up once for an email, on all of its levels', async () => {
  const asked: string[] = [];
  const some = madeUp.slice(0, 20).map(address);
  expect(await lookup(asked).addressees([some, some])).toEqual({ addressees: [], leftOut: 0 });
  expect(asked).toEqual(madeUp.slice(0, 20));
});

it('an email to many targets is for all of them', async () => {
  const bus = {
    ask: (_operation: object, { emailId }: { emailId: string }) =>
      Promise.resolve({ target: { targetId: emailId, accountId: ACCOUNT } }),
  } as unknown as ConstructorParameters<typeof RecipientLookup>[0];
  const recipients = new RecipientLookup(bus, new Set(['requests.example.org']));
  const { addressees, leftOut } = await recipients.addressees([madeUp.slice(0, 200).map(address)]);
  expect([addressees.map(({ targetId }) => targetId), leftOut]).toEqual([madeUp.slice(0, 200), 0]);
});
