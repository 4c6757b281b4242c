import type { NewApiKey } from '@estate/contracts';
import { ApiRefusal, apiClient as newApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { demoProperties } from './demo-data.ts';
import { invitePeople } from './demo-people.ts';
import { demoContactId } from './demo-resources.ts';
import type { DemoAccount, DemoWorld } from './demo-world.ts';
import { patientSend } from './patient-send.ts';
import { say } from './say.ts';
import type { KeptAccount } from './settings.ts';

export const apiClient = (url: string, key: string): ApiClient => newApiClient(url, key, patientSend());

/** The account of the demo: opened at the first start, reused later. Its key signs in to the dashboard. */
export async function demoAccount(world: DemoWorld): Promise<DemoAccount> {
  const kept = await stillThere(world.account, world);
  if (kept) {
    say('using the account of the last start');
    if (!kept.people) await removeProvider(kept, world);
    return kept;
  }
  const opened = await open('Beispiel Wohnen GmbH', world);
  const account = { ...world.account, ...opened };
  world.keep(account);
  return account;
}

/** Opens the account whose users sign in at the identity provider of the sandbox, once, and invites them. */
export async function openPeopleAccount(
  account: DemoAccount,
  issuer: string,
  world: DemoWorld,
): Promise<void> {
  const kept = await stillThere(account.people, world);
  const people = kept ?? (await open('Beispiel Wohnen Team GmbH', world));
  const api = apiClient(world.apiUrl, people.apiKey);
  if (!kept) {
    world.keep({ ...account, people });
    const contactId = await demoContactId(api);
    for (const input of demoProperties(world.filesUrl, contactId)) await api.post('/properties', input);
  }
  await invitePeople({ issuer, accountId: people.accountId, operator: operatorOf(world), api });
}

const operatorOf = ({ apiUrl, operatorToken }: DemoWorld): ApiClient => apiClient(apiUrl, operatorToken);

async function stillThere<A extends KeptAccount>(
  kept: A | undefined,
  { apiUrl }: DemoWorld,
): Promise<A | undefined> {
  if (!kept) return undefined;
  try {
    await apiClient(apiUrl, kept.apiKey).get('/account');
    return kept;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 401) throw error;
    say('an account of an earlier start no longer exists; opening a new one');
    return undefined;
  }
}

async function open(name: string, world: DemoWorld): Promise<KeptAccount> {
  const input = { name, email: 'it@beispiel-wohnen.example' };
  const { id, apiKey } = await operatorOf(world).post<{ id: string; apiKey: NewApiKey }>(
    '/admin/accounts',
    input,
  );
  say(`opened an account ${id}`);
  return { accountId: id, apiKey: apiKey.key };
}

/** Removes the connection of earlier versions to this account's users, which ended the sign-in by its key. */
async function removeProvider({ accountId }: KeptAccount, world: DemoWorld): Promise<void> {
  const unlessNone = (error: unknown) => {
    if (!(error instanceof ApiRefusal) || error.status !== 404) throw error;
  };
  await operatorOf(world).delete(`/admin/accounts/${accountId}/sign-in`).catch(unlessNone);
}
