import { fileURLToPath } from 'node:url';
import { PROPERTY_TYPE_NAMES, publishedIdOf } from '@estate/contracts';
import type { PropertySnapshot, PropertyType, PublicationProblem } from '@estate/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentProperty } from '../domain/listing.ts';
import { expectedEnergy, readEnergy } from './marketplace-24/test-support/energy-reader.ts';
import { expectedFields } from './marketplace-24/test-support/expected-fields.ts';
import { openHarness } from './marketplace-24/test-support/harness.fixture.ts';
import type { Harness } from './marketplace-24/test-support/harness.fixture.ts';
import { startMarket } from './marketplace-24/test-support/market-process.ts';
import type { MarketProcess } from './marketplace-24/test-support/market-process.ts';
import { readFields as readMarketFields, unreadIn } from './marketplace-24/test-support/object-reader.ts';
import type { Sender } from './openimmo-ftp/account.ts';
import { openimmoFtp } from './openimmo-ftp/index.ts';
import { composeSet } from './openimmo-ftp/pack.ts';
import {
  account,
  AttachmentFiles,
  deletePublication,
  forget,
  setPublication,
  tools,
} from './openimmo-ftp/test-support/fixtures.ts';
import { SENT } from './openimmo-ftp/test-support/sent.ts';
import { startPortalProcess } from './openimmo-ftp/test-support/portal-process.ts';
import type { PortalProcess } from './openimmo-ftp/test-support/portal-process.ts';
import { ReadDocument } from './openimmo-ftp/test-support/read-document.ts';
import {
  administrationOf,
  readAdministration,
  readContact,
} from './openimmo-ftp/test-support/read-envelope.ts';
import { readFields } from './openimmo-ftp/test-support/read-fields.ts';
import { hasPass, said, sayable } from './openimmo-ftp/test-support/sayable-fields.ts';
import { schema } from './openimmo-ftp/test-support/schema.ts';
import type { PlatformSession } from './platform.ts';
import { loadProfiles } from './profiles.ts';
import type { PlatformProfile } from './profiles.ts';
import { lostOnMarketplace, lostOnPortals } from './test-support/lost-fields.ts';
import { anyPosted } from './test-support/posted-property.ts';

/** Set it to 500 for a long look. */
const EACH = Number(process.env['RANDOM_PROPERTIES'] ?? (process.env['CI'] === undefined ? 2 : 10));
/** A portal saves all that it shows of an account with each package. */
const MOST_OF_AN_ACCOUNT = 25;
const PROFILES = [
  ...(await loadProfiles(fileURLToPath(new URL('../../profiles', import.meta.url)))).values(),
];
const never = new AbortController().signal;
const TIMEOUT = { timeout: 120_000 + EACH * 3_000 };

const some = (type: PropertyType): PropertySnapshot[] => {
  const known = SAMPLES.get(type) ?? fc.sample(anyPosted(type), EACH);
  SAMPLES.set(type, known);
  return known;
};
const SAMPLES = new Map<PropertyType, PropertySnapshot[]>();

/** Each property goes to one portal; with ten properties of each type, each portal gets properties of every type. */
const shareOf = (profile: PlatformProfile): PropertySnapshot[] =>
  PROPERTY_TYPE_NAMES.flatMap((type, first) =>
    some(type).filter((_, index) => (first + index) % PROFILES.length === PROFILES.indexOf(profile)),
  );
const accountsOf = (profile: PlatformProfile) => {
  const share = shareOf(profile);
  return Array.from({ length: Math.ceil(share.length / MOST_OF_AN_ACCOUNT) }, (_, part) => ({
    username: `${profile.type}-${part}`,
    mine: share.slice(part * MOST_OF_AN_ACCOUNT, (part + 1) * MOST_OF_AN_ACCOUNT),
  }));
};

let portal: PortalProcess;
let market: MarketProcess;
let harness: Harness;

beforeAll(async () => {
  portal = await startPortalProcess(PROFILES.flatMap(accountsOf).map(({ username }) => username));
  market = await startMarket({ callsAMinute: 1_000_000 });
  harness = await openHarness(market);
});
afterAll(async () => {
  await harness.close();
  await Promise.all([market.stop(), portal.stop()]);
});

const problemsIn = (problems: readonly PublicationProblem[]) => ({
  errors: problems.filter(({ severity }) => severity === 'error'),
  leftOut: problems
    .filter(({ code }) => code === 'value_left_out')
    .map(({ field }) => field.replace('fields.', ''))
    .sort(),
});

/** A sender on a portal with an account of its own. */
const senderOf = (profile: PlatformProfile, username: string): Sender => ({
  account: { ...account({ username, port: portal.ftpPort }), type: profile.type },
  profile,
  tools: tools(new AttachmentFiles()),
});

async function open({ account: of, profile, tools: given }: Sender): Promise<PlatformSession> {
  const opening = await openimmoFtp(profile, given).open(of, never);
  if (!opening.ok) throw new Error(opening.failure.message);
  return opening.session;
}

/** A document says what the property says, or the caller was warned, and nothing else. */
function expectRead(bytes: Buffer, { externalId, fields, type }: PropertySnapshot, action?: 'CHANGE'): void {
  const document = new ReadDocument(bytes);
  const property = JSON.stringify(fields);
  expect(said(readFields(document)), property).toEqual(sayable(type, fields));
  expect(readContact(document)).toMatchObject({ email: 'anna@example.org', lastName: 'Beispiel' });
  expect(readAdministration(document)).toEqual(administrationOf(publishedIdOf(externalId), action));
  expect(document.unread(), property).toEqual([]);
}

/** Delivers properties, then changes the first of each type, then takes that one off again. */
async function deliver(sender: Sender, mine: readonly PropertySnapshot[]): Promise<void> {
  const session = await open(sender);
  const user = sender.account.credentials.username;
  const firsts = mine.filter((one) => one === some(one.type)[0]);
  const changed = firsts.map((one) => ({ ...some(one.type).at(-1)!, externalId: one.externalId }));
  const all = [...mine, ...changed];
  for (const [sequence, snapshot] of all.entries()) {
    const publication = setPublication({ snapshot, sequence, firstTime: sequence < mine.length });
    expect(await session.set(publication, never, forget)).toEqual(SENT);
  }
  const packages = await portal.packages(user);
  expect(packages.filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
  const documents = await Promise.all(packages.map((one) => portal.document(user, one)));
  all.forEach((one, index) => expectRead(documents[index]!, one, index < mine.length ? undefined : 'CHANGE'));
  const numbers = async () => (await portal.objects(user)).map(({ number }) => number).sort();
  const numbersOf = (given: readonly PropertySnapshot[]) =>
    given.map(({ externalId }) => publishedIdOf(externalId)).sort();
  expect(await numbers()).toEqual(numbersOf(mine));
  for (const [index, snapshot] of firsts.entries()) {
    const publication = deletePublication({
      property: sentProperty(snapshot),
      sequence: all.length + index,
    });
    expect(await session.delete(publication, never)).toEqual(SENT);
  }
  expect(await numbers()).toEqual(numbersOf(mine.filter((one) => !firsts.includes(one))));
  await session.close();
}

const set = (snapshot: PropertySnapshot) => harness.set(setPublication({ snapshot }));

async function expectShown(snapshot: PropertySnapshot): Promise<void> {
  const { externalId, fields, type } = snapshot;
  const property = JSON.stringify(fields);
  const found = problemsIn(harness.platform.problems(harness.account, snapshot));
  expect(found, property).toEqual({ errors: [], leftOut: lostOnMarketplace(type, fields) });
  const outcome = await set(snapshot);
  if (!outcome.ok) throw new Error(`${outcome.failure.message} ${property}`);
  const object = await harness.object(externalId);
  if (!object) throw new Error(`there is no object ${externalId}`);
  expect(readMarketFields(type, object), property).toEqual(expectedFields(type, fields));
  expect(readEnergy(object), property).toEqual(hasPass(type) ? expectedEnergy(fields) : {});
  expect(unreadIn(type, object), property).toEqual([]);
}

describe('random properties of every type', TIMEOUT, () => {
  it.each(PROFILES)('$type imports each of its share, shows it, changes and removes it', async (profile) => {
    for (const { username, mine } of accountsOf(profile)) await deliver(senderOf(profile, username), mine);
  });

  it.each(PROPERTY_TYPE_NAMES)('%s: all portals get a valid document of what it says', async (type) => {
    for (const snapshot of some(type)) {
      const lost = { errors: [], leftOut: lostOnPortals(type, snapshot.fields) };
      for (const profile of PROFILES) {
        const sender = senderOf(profile, 'agent');
        const { account: of, tools: given } = sender;
        const problems = openimmoFtp(profile, given).problems(of, snapshot);
        expect(problemsIn(problems), JSON.stringify(snapshot.fields)).toEqual(lost);
        const composed = composeSet(sender, setPublication({ snapshot }));
        if (!composed.ok) throw new Error(composed.failure.message);
        const { document } = composed.content;
        expect((await schema.check(document)).errors).toEqual([]);
        expectRead(document, snapshot);
      }
    }
  });

  it.each(PROPERTY_TYPE_NAMES)(
    '%s: the marketplace takes each, shows it, changes and removes it',
    async (type) => {
      for (const snapshot of some(type)) {
        const { externalId } = snapshot;
        await expectShown(snapshot);
        if (snapshot === some(type)[0]) await expectShown({ ...some(type).at(-1)!, externalId });
        const property = sentProperty(snapshot);
        expect(await harness.delete(deletePublication({ property }))).toEqual({ ok: true });
        expect(await harness.object(externalId)).toBeUndefined();
      }
      expect(harness.alarms).toEqual([]);
    },
  );
});
