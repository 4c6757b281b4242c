import { Client, etagOf } from '@estate/client';
import type { ContactRequest } from '@estate/client';
import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

const queryKey = ['request', 'r1'];

it('a resource that is read again keeps the ETag of what was read, also if only a part of it has changed', async () => {
  let revision = 1;
  const api = new Client({
    baseUrl: '',
    fetch: () => {
      const body = { id: 'r1', prospect: { lastName: 'Groß' }, handling: { revision } };
      return Promise.resolve(Response.json(body, { headers: { etag: `"${String(revision)}"` } }));
    },
  });
  const read = async () => {
    await queryClient.fetchQuery({ queryKey, queryFn: () => api.requests.get('r1'), staleTime: 0 });
    return queryClient.getQueryData<ContactRequest>(queryKey) ?? {};
  };
  const first = await read();
  expect(await read()).toBe(first);
  revision = 2;
  expect([etagOf(first), etagOf(await read())]).toEqual(['"1"', '"2"']);
});
