import type { Account, Page } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { operate, pathOf } from './api.ts';

const PAGES_MAX = 10;
const RARELY_MS = 60_000;

/** The names of the newest 1,000 accounts; an id stands for any other. */
export function useAccountName(): (id: string) => string {
  const { data } = useQuery({
    queryKey: ['account-names'],
    queryFn: ({ signal }) => names(signal),
    staleTime: RARELY_MS,
  });
  return (id) => data?.get(id) ?? id;
}

async function names(signal: AbortSignal): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  let startAfter: string | undefined;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const path = pathOf('/admin/accounts', { limit: 100, order: 'desc', startAfter });
    const { data, hasMore } = await operate<Page<Account>>(path, { signal });
    for (const { id, name } of data) known.set(id, name);
    startAfter = data.at(-1)?.id;
    if (!hasMore) break;
  }
  return known;
}
