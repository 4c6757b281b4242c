import type { ContactRequest, Page, Property, ReceivedMail, Target } from '@estate/contracts';
import { apiClient } from '@estate/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './support/call.ts';
import { documentedFetch } from './support/documented-answers.ts';
import { propertyInput, targetInput } from './support/data.ts';
import { sandboxOf } from './support/sandbox.ts';
import type { ReceivedEvent } from './support/sandbox.ts';
import { until } from './support/until.ts';
import { START_TIMEOUT_MS, sharedWorld } from './support/world.ts';
import type { CustomerAccount, World } from './support/world.ts';

const HOOK = 'inbox';
const NAMES = ['request.created', 'request.parsing_failed'] as const;
let world: World;
let account: CustomerAccount;
let target: Target;

beforeAll(async () => {
  world = await sharedWorld();
  account = await world.account('Inbox');
  await sandboxOf(world.stack).hook(account.api, HOOK, NAMES);
  target = await account.api.post<Target>('/targets', targetInput(world.stack, 0));
}, START_TIMEOUT_MS);
afterAll(() => world.close());

const drop = (order: Record<string, unknown>) =>
  fetch(`${world.stack.mailDropUrl}/api/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: `${target.emailId}@${world.stack.inboxDomain}`, ...order }),
  });
const events = () => sandboxOf(world.stack).events(HOOK);
const eventsWhere = (good: (event: ReceivedEvent) => boolean, count = 1) =>
  until({
    what: 'the events of the mail',
    look: async () => (await events()).filter(good),
    good: (all) => all.length >= count,
  });

describe('an inquiry that a portal sends to a target by email', () => {
  it('an inquiry by email reaches the customer as an event and as a request with its property', async () => {
    const property = await account.api.post<Property>('/properties', propertyInput({ externalId: 'P-77' }));
    expect((await drop({ document: 'windows1252', externalId: 'P-77' })).status).toBe(201);
    const [event] = await eventsWhere(({ eventName }) => eventName === 'request.created');
    expect(event?.eventPayload).toMatchObject({
      targetId: target.id,
      propertyId: property.id,
      prospect: { lastName: 'Müller-Groß', email: 'jana@example.com' },
      message: 'Guten Tag,\nist die Wohnung noch frei? Passt „450.000 €“?',
      propertyProvidedByPlatform: { externalId: 'P-77', address: { city: 'München' } },
    });
    const { propertyType, ...request } = event?.eventPayload ?? {};
    expect(propertyType).toBe('apartmentBuy');
    const id = String(request['id']);
    expect(await account.api.get<ContactRequest>(`/requests/${id}`)).toEqual({
      ...request,
      handling: { state: 'new' },
    });
    const filtered = await account.api.get<Page<ContactRequest>>(`/requests?propertyId=${property.id}`);
    expect(filtered.data.map((request) => request.id)).toEqual([id]);
  });

  it('an inquiry by email is worked on by one person at a time, and is in the file of those in progress', async () => {
    const { api, key } = account;
    const [request] = (await api.get<Page<ContactRequest>>('/requests?q=muller&state=new')).data;
    const { id = '' } = request ?? {};
    const shown = `${world.stack.apiUrl}/requests/${id}`;
    const authorization = `Bearer ${key}`;
    const seen = await fetch(shown, { headers: { authorization } });
    const put = async (body: object, more = {}) => {
      const headers = { authorization, 'content-type': 'application/json', ...more };
      const options = { method: 'PUT', headers, body: JSON.stringify(body) };
      const response = await documentedFetch(`${shown}/handling`, options);
      return { status: response.status, body: await response.json() };
    };
    const ifSeen = { 'if-match': seen.headers.get('etag') ?? '' };
    const begin = { state: 'inProgress', note: '=Friday, 10:00' };
    expect(await put(begin, ifSeen)).toMatchObject({
      status: 200,
      body: { id, handling: { ...begin, changedBy: { kind: 'api_key' }, answeredBy: { kind: 'api_key' } } },
    });
    const late = { status: 412, body: { code: 'precondition-failed' } };
    expect(await put({ state: 'done' }, ifSeen)).toMatchObject(late);
    const unknown = { status: 400, body: { code: 'assignee-unknown' } };
    expect(await put({ state: 'done', assignee: id })).toMatchObject(unknown);
    expect((await api.get<Page<ContactRequest>>('/requests?state=done')).data).toEqual([]);
    const csv = await fetch(`${world.stack.apiUrl}/requests.csv?state=inProgress`, {
      headers: { authorization },
    });
    const lines = Buffer.from(await csv.arrayBuffer())
      .toString()
      .split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFid,createdAt,state,note,/);
    expect(lines[1]).toContain(`${id},`);
    expect(lines[1]).toContain(`inProgress,"'=Friday, 10:00"`);
    expect(lines.slice(2)).toEqual(['']);
  });

  it('an unreadable email reaches the customer as a failure', async () => {
    await drop({ document: 'import-report' });
    const [event] = await eventsWhere(({ eventName }) => eventName === 'request.parsing_failed');
    expect(event?.eventPayload).toMatchObject({
      targetId: target.id,
      failureCode: 'xml_not_a_request',
      sender: 'anfragen@portal-eins.example',
      recipient: `${target.emailId}@${world.stack.inboxDomain}`,
      subject: 'Neue Anfrage zu Ihrem Objekt',
    });
  });

  it('an email that the operator reads again causes no second event', async () => {
    const operator = apiClient(world.stack.apiUrl, world.stack.operatorToken);
    const { data: mails } = await account.api.get<Page<ReceivedMail>>('/mails?order=desc');
    expect(mails.map(({ state }) => state)).toEqual(['failed', 'parsed']);
    for (const { id } of mails) await operator.post(`/admin/mails/${id}/reparse`, {});
    await until({
      what: 'the mails to be read again',
      look: () => account.api.get<Page<ReceivedMail>>('/mails'),
      good: ({ data }) => data.every(({ state }) => state !== 'pending'),
    });
    // A later mail arrives after anything that the readings above could have told.
    await drop({ document: 'two-objects-three-prospects' });
    await eventsWhere(({ eventPayload }) => String(eventPayload['message']).length === 1, 3);
    expect(await events()).toHaveLength(5);
    expect((await account.api.get<Page<ContactRequest>>('/requests')).data).toHaveLength(4);
  });

  it('an email to an unknown address is rejected by the SMTP server', async () => {
    const answer = await drop({ to: `00000000000000000000@${world.stack.inboxDomain}` });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('550');
  });

  it('requests are visible to their account only, and emails to the operator only', async () => {
    const other = await world.account('Other');
    const { data } = await account.api.get<Page<ContactRequest>>('/requests');
    const url = `${world.stack.apiUrl}/requests/${data[0]?.id ?? ''}`;
    expect((await call({ url, method: 'GET', key: other.key })).status).toBe(404);
    expect((await other.api.get<Page<ContactRequest>>('/requests')).data).toEqual([]);
    const mails = await call({ url: `${world.stack.apiUrl}/admin/mails`, method: 'GET', key: account.key });
    expect(mails.status).toBe(401);
  });
});
