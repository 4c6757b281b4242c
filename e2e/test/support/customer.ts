import type { Listing, Page, Property, Target } from '@estate/contracts';
import type { ApiClient, StackAddresses } from '@estate/stack';
import { targetInput } from './data.ts';

/** Four targets, one for each user of the portal. */
export async function createTargets(api: ApiClient, stack: StackAddresses): Promise<Target[]> {
  const inputs = stack.ftpUsers.map((_user, index) => targetInput(stack, index));
  return Promise.all(inputs.map((input) => api.post<Target>('/targets', input)));
}

/** Every resource of a list, page by page. */
async function everything<T extends { id: string }>(api: ApiClient, path: string): Promise<T[]> {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const after = last === undefined ? '' : `&startAfter=${last.id}`;
    const page = await api.get<Page<T>>(`${path}?limit=100${after}`);
    all.push(...page.data);
    if (!page.hasMore) return all;
  }
}

export const allProperties = (api: ApiClient) => everything<Property>(api, '/properties');
export const allListings = (api: ApiClient) => everything<Listing>(api, '/listings');
