import type { Account, Listing, NewApiKey, OwnAccount, Property, Target } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import type { ApiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { propertyInput, targetInput } from './support/data.ts';
import { documentedFetch } from './support/documented-answers.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { Sandbox } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { World } from './support/world.ts';

type Opened = Account & { email?: string; apiKey: NewApiKey };

const [FIRST, SECOND] = ['first@example.org', 'second@example.org'];
let world: World;
let sandbox: Sandbox;
let operator: ApiClient;
let opened: Opened;
let api: ApiClient;
let target: Target;

beforeAll(async () => {
  world = await sharedWorld();
  sandbox = sandboxOf(world.stack);
  operator = apiClient(world.stack.apiUrl, world.stack.operatorToken, documentedFetch);
  opened = await operator.post<Opened>('/admin/accounts', { name: 'Notices', email: FIRST });
  api = apiClient(world.stack.apiUrl, opened.apiKey.key, documentedFetch);
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const received = (to: string) =>
  until({
    what: `an email to ${to}`,
    look: () => sandbox.receivedMails(to),
    good: (mails) => mails.length > 0,
  });

describe('emails to the address of an account', () => {
  it('emails to the address of an account are shown and set by the operator, and shown to the account', async () => {
    const path = `/admin/accounts/${opened.id}`;
    expect(opened).toMatchObject({ email: FIRST });
    expect(await api.get<OwnAccount>('/account')).toMatchObject({ id: opened.id, email: FIRST });
    expect(await operator.put(`${path}/email`, { email: SECOND })).toEqual({ email: SECOND });
    expect(await operator.get<Account>(path)).toMatchObject({ email: SECOND });
    expect(await operator.delete(`${path}/email`)).toEqual({});
    expect(await api.get<OwnAccount>('/account')).not.toHaveProperty('email');
    await operator.put(`${path}/email`, { email: SECOND });
  });

  it('emails to the address of an account arrive once when a portal rejects the login', async () => {
    const username = world.stack.ftpUsers[0]?.username;
    await sandbox.fault({ user: username, loginRefused: true });
    target = await api.post<Target>('/targets', targetInput(world.stack, 0));
    const property = await api.post<Property>('/properties', propertyInput());
    await api.post<Listing>('/listings', { propertyId: property.id, targetId: target.id });
    const [mail, ...more] = await received(SECOND);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('schlagen fehl');
    expect(mail?.subject).toContain('Publishing to the target');
    expect(mail?.text).toContain(`${world.stack.apiUrl}/dashboard/targets/${target.id}`);
    expect(await sandbox.receivedMails(FIRST)).toEqual([]);
    const page = await (await fetch(world.stack.mailDropUrl)).text();
    expect(page).toContain(SECOND);
    expect(page).toContain(`/dashboard/targets/${target.id}`);
  });
});
