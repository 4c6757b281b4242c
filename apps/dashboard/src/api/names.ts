import { useQuery } from '@tanstack/react-query';
import type { Contact, Property, Target, TargetType, Webhook } from '@estate/client';
import { allOf, api, orNull } from './client.ts';
import { isPageOpen } from './opened-link.ts';
import { SLOW_MS } from './polling.ts';

const RARELY_MS = 300_000;
const MINUTE_MS = 60_000;

/** The platforms; they change with the installation only. */
export function useTargetTypes(): readonly TargetType[] {
  const { data } = useQuery({
    queryKey: ['target-types'],
    queryFn: ({ signal }) => api.targetTypes.list({ signal }),
    staleTime: RARELY_MS,
  });
  return data ?? [];
}

/** Every target of the account. */
export const useTargets = () =>
  useQuery({
    queryKey: ['targets'],
    queryFn: ({ signal }) => allOf(api.targets.all({}, { signal })),
    enabled: isPageOpen('targets'),
    refetchInterval: SLOW_MS,
  });

/** Names targets by their own names or their accounts, and their platforms: `Munich office · Immowelt`, `Immowelt · agent-1`. */
export function useTargetName(): (targetId: string) => string {
  const types = useTargetTypes();
  const { data: targets } = useTargets();
  const names = namesOf(targets ?? [], types);
  return (targetId) => names[targets?.findIndex(({ id }) => id === targetId) ?? -1] ?? targetId;
}

/** The names of all targets, in their order; targets with equal names get their logins appended. */
export function namesOf(targets: readonly Target[], types: readonly TargetType[]): string[] {
  const names = targets.map((target) => nameOf(target, types));
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return targets.map(({ id, credentials }, index) => {
    const name = names[index] ?? id;
    return isShared(name) ? `${name} · ${credentials?.username ?? id}` : name;
  });
}

/** The name of a target with its platform; without a name, its platform and login. */
export function nameOf(target: Target, types: readonly TargetType[]): string {
  const platform = types.find(({ type }) => type === target.type)?.name ?? target.type;
  if (target.name !== undefined) return `${target.name} · ${platform}`;
  const account = target.credentials?.username;
  return account === undefined ? platform : `${platform} · ${account}`;
}

/** Every webhook of the account, the newest first. */
export const useWebhooks = () =>
  useQuery({
    queryKey: ['webhooks', 'names'],
    queryFn: ({ signal }) => allOf(api.webhooks.all({ order: 'desc' }, { signal })),
    refetchInterval: SLOW_MS,
  });

/** The name of a webhook; its address if it has none. */
export const nameOfWebhook = ({ name, url }: Webhook): string => name ?? url;

/** The property of a reference, read once a minute at most; null if it was deleted. */
export const useProperty = (id: string | undefined) =>
  useQuery({
    queryKey: ['property-name', id],
    queryFn: async ({ signal }): Promise<Property | null> =>
      id === undefined ? null : orNull(api.properties.get(id, { signal })),
    enabled: id !== undefined && isPageOpen('properties'),
    staleTime: MINUTE_MS,
  });

/** A contact by its name and email address; its id while that is not known. */
export function useContactName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['contact-name', id],
    queryFn: async ({ signal }): Promise<Contact | null> =>
      id === undefined ? null : orNull(api.contacts.get(id, { signal })),
    enabled: id !== undefined,
    staleTime: MINUTE_MS,
  });
  return data ? nameOfContact(data) : id;
}

export const nameOfContact = ({ firstName, lastName, email }: Contact): string =>
  `${[firstName, lastName].filter(Boolean).join(' ')} · ${email}`;
