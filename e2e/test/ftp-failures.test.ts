import type { Listing, Property, PublicationFailureCode, Target } from '@estate/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ALL_EVENTS, propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, ownWorld } from './support/world.ts';
import type { CustomerAccount, OwnWorld } from './support/world.ts';

const HOOK = 'failures';
let world: OwnWorld;
let sandbox: Sandbox;
let account: CustomerAccount;

beforeAll(async () => {
  // A system that logs only what is wrong must come up all the same.
  const env = { PUBLISH_RETRY_DELAYS_MS: '200,400', LOG_LEVEL: 'warn' };
  world = await ownWorld('it tries less often', env);
  sandbox = sandboxOf(world.stack);
  account = await world.account('Failing');
  await sandbox.hook(account.api, HOOK, ALL_EVENTS);
}, START_TIMEOUT_MS);
afterEach(() => sandbox.clearFaults());
afterAll(() => world.close());

interface Failure {
  title: string;
  code: PublicationFailureCode;
  user: number;
  fault?: Record<string, unknown>;
  credentials?: Record<string, unknown>;
}

const FAILURES: Failure[] = [
  { title: 'a wrong password', code: 'credentials_rejected', user: 0, credentials: { password: 'wrong' } },
  { title: 'an unknown host', code: 'host_unreachable', user: 0, credentials: { host: 'portal.invalid' } },
  { title: 'a missing permission', code: 'permission_denied', user: 1, fault: { permissionDenied: true } },
  { title: 'a connection lost midway', code: 'connection_lost', user: 2, fault: { dropDataAt: 0.5 } },
  { title: 'a package damaged on its way', code: 'connection_lost', user: 2, fault: { damagedByte: 9000 } },
  { title: 'a full disk', code: 'disk_full', user: 3, fault: { diskFull: { afterBytes: 1000 } } },
];

const photo = () => [{ url: `${world.stack.filesUrl}/photos/facade.jpg` }];

describe('a publication that fails', () => {
  it.each(FAILURES)(
    'a publication that fails because of $title has the code $code, leaves no incomplete file under a final name and is retried',
    async (failure) => {
      const { code, user, fault, credentials } = failure;
      const { api } = account;
      const username = world.stack.ftpUsers[user]?.username ?? '';
      const before = await sandbox.files(username);
      const packagesBefore = await sandbox.packages(username);
      if (fault) await sandbox.fault({ user: username, ...fault });
      const property = await api.post<Property>('/properties', propertyInput({ attachments: photo() }));
      const target = await api.post<Target>('/targets', targetInput(world.stack, user, credentials));
      const { id } = await api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
      const look = () => api.get<Listing>(`/listings/${id}`);
      const ofListing = async () =>
        (await sandbox.events(HOOK)).filter(({ eventPayload }) => eventPayload['listingId'] === id);

      const [event] = await until({ what: 'the event', look: ofListing, good: (all) => all.length > 0 });
      expect(event).toMatchObject({ eventName: 'publication.failed', eventPayload: { failureCode: code } });
      const failed = await look();
      expect(failed).toMatchObject({ published: false, lastError: { failureCode: code } });
      expect(failed.lastError?.failureMessage).toBe(event?.eventPayload['failureMessage']);
      const names = (await sandbox.files(username)).map(({ name }) => name);
      expect(names.filter((name) => /\.zip$/i.test(name))).toEqual(before.map(({ name }) => name));
      expect(await sandbox.packages(username)).toEqual(packagesBefore);

      await sandbox.clearFaults();
      if (credentials) await api.put(`/targets/${target.id}`, targetInput(world.stack, user));
      await api.post(`/listings/${id}/retry`, undefined);
      const published = await until({ what: 'the publication', look, good: (now) => now.published });
      expect(published.lastError).toBeUndefined();
      const shown = await sandbox.objects(username);
      expect(shown.map(({ number }) => number)).toEqual([property.externalId]);
      await api.delete(`/listings/${id}`);
      await api.delete(`/targets/${target.id}`);
      await until({
        what: 'the removal',
        look: () => sandbox.objects(username),
        good: (all) => all.length === 0,
      });
      // The portal would reject anything half-written that stood under a final name.
      const packages = await sandbox.packages(username);
      expect(packages.filter(({ verdict }) => verdict !== 'accepted')).toEqual([]);
      const left = (await sandbox.files(username)).map(({ name }) => name);
      expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );
});
