import type { Listing, Page, Property, Target } from '@estate/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const [HONEST, STRICT, LOSING, WRONG, SILENT] = [0, 1, 2, 3, 4] as const;
const PORTALS = [HONEST, STRICT, LOSING, WRONG, SILENT];
const NUMBERS = ['TRUTH-1', 'TRUTH-2', 'TRUTH-3', 'TRUTH-4', 'TRUTH-5', 'TRUTH-6'];
const REFUSALS: Record<string, string> = {
  'TRUTH-2': 'Bild 3: Datei ist zu groß (max. 10 MB)',
  'TRUTH-5': 'Kein Ansprechpartner',
};
const LOST = ['TRUTH-1', 'TRUTH-4'];

let world: OwnWorld;
let sandbox: Sandbox;
let customer: CustomerAccount;
let targets: Target[];

beforeAll(async () => {
  // What a killed inbox was reading is read by the next one after this time.
  world = await ownWorld('services are killed', { READ_LEASE_MS: '5000' });
  sandbox = sandboxOf(world.stack);
  customer = await world.account('Truth');
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const userOf = (portal: number) => world.stack.ftpUsers[portal]?.username ?? '';

/** The service crashes and is started again. */
async function crash(name: 'distribution' | 'inbox'): Promise<void> {
  const child = world.stack.children.get(name);
  await child?.kill();
  await child?.start();
}

/** Everything that is listed, by portal and number. */
async function listed(): Promise<Listing[][]> {
  const pages = targets.map(({ id }) =>
    customer.api.get<Page<Listing>>(`/listings?targetId=${id}&limit=100`).catch(() => undefined),
  );
  return (await Promise.all(pages)).map((page) => page?.data ?? []);
}

const numbersIn = async (portal: number) =>
  (await sandbox.objects(userOf(portal))).map(({ number }) => number);

/** The answer that fits what a portal shows. */
const isTrue = ({ platformState }: Listing, { portal, isShown }: { portal: number; isShown: boolean }) => {
  if (portal === SILENT) return platformState === undefined && isShown;
  const { state } = platformState ?? {};
  return isShown ? state === 'confirmed' : state === 'rejected' || state === 'removed';
};

/** What is known of each listing, beside what its portal shows. */
async function answers() {
  const [listings, shown] = await Promise.all([listed(), Promise.all(PORTALS.map(numbersIn))]);
  return PORTALS.flatMap((portal) =>
    (listings[portal] ?? []).map((listing) => {
      const number = listing.property?.externalId ?? '';
      const isShown = shown[portal]?.includes(number) === true;
      return { portal, number, isShown, listing, isTrue: isTrue(listing, { portal, isShown }) };
    }),
  );
}

/** Waits until what is known is true, or until it is what a portal that reports wrongly says. */
async function untilSaid(what: string, isWrong: (portal: number) => boolean) {
  const isAsSaid = ({ portal, listing, isTrue: good }: Awaited<ReturnType<typeof answers>>[number]) =>
    isWrong(portal) ? listing.platformState?.state === 'rejected' : good;
  await until({
    what,
    look: async () => {
      const said = await answers();
      const left = said.filter((one) => !isAsSaid(one));
      return {
        count: said.length,
        left: left.map(({ portal, number, isShown, listing: { state, platformState } }) => ({
          ...{ portal, number, isShown, state },
          said: platformState?.state,
        })),
      };
    },
    good: ({ count, left }) => count === PORTALS.length * NUMBERS.length && left.length === 0,
  });
  return answers();
}

describe('what is known of five portals that accept, refuse, lose, report wrongly and stay silent', () => {
  it('what is known of every listing is what its portal shows, although the services that publish and that read the reports crash', async () => {
    await sandbox.reports({ user: userOf(HONEST), format: 'csv', afterMs: 500 });
    await sandbox.reports({ user: userOf(STRICT), format: 'feedback', times: 2, refusals: REFUSALS });
    await sandbox.reports({ user: userOf(LOSING), format: 'text' });
    await sandbox.reports({ user: userOf(WRONG), format: 'text', isWrong: true });
    const { api } = customer;
    targets = await Promise.all(
      PORTALS.map((portal) => api.post<Target>('/targets', targetInput(world.stack, portal))),
    );
    const properties = await Promise.all(
      NUMBERS.map((externalId) => api.post<Property>('/properties', propertyInput({ externalId }))),
    );
    await Promise.all(
      targets.flatMap(({ id: targetId }) =>
        properties.map(({ id: propertyId }) => api.post<Listing>('/listings', { propertyId, targetId })),
      ),
    );
    for (const name of ['distribution', 'inbox', 'distribution', 'inbox'] as const) await crash(name);
    await untilSaid('the first reports', (portal) => portal === WRONG);

    const refused = (await answers()).filter(({ portal, isShown }) => portal === STRICT && !isShown);
    expect(refused.map(({ number }) => number).toSorted()).toEqual(Object.keys(REFUSALS));
    for (const { number, listing } of refused) {
      expect(listing).toMatchObject({ state: 'published', platformState: { state: 'rejected' } });
      expect(listing.platformState?.messages[0]?.text).toContain(REFUSALS[number]);
    }

    const losing = LOST.map((number) => sandbox.lose(userOf(LOSING), number));
    await sandbox.reports({ user: userOf(WRONG), format: 'text' });
    await Promise.all([...losing, crash('inbox')]);
    const wrong = (await answers()).filter(({ portal }) => portal === WRONG);
    for (const { listing } of wrong) await api.post(`/listings/${listing.id}/retry`, {});
    await crash('distribution');
    const said = await untilSaid('the truth about every portal', () => false);
    const hidden = said.filter(({ isShown }) => !isShown).map(({ portal, number }) => [portal, number]);
    expect(hidden.toSorted()).toEqual([
      ...Object.keys(REFUSALS).map((number) => [STRICT, number]),
      ...LOST.map((number) => [LOSING, number]),
    ]);
    const removed = said.filter(({ listing }) => listing.platformState?.state === 'removed');
    expect(removed.map(({ portal, number }) => [portal, number]).toSorted()).toEqual(
      LOST.map((number) => [LOSING, number]),
    );
    for (const portal of PORTALS) {
      const numbers = await numbersIn(portal);
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });
});
