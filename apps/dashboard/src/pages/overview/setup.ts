import { api } from '../../api/client.ts';

/** The steps of a new account, in the order in which each needs the one before. */
export const STEPS = ['contact', 'target', 'property', 'listing', 'webhook'] as const;
export type Step = (typeof STEPS)[number];
export type Setup = Record<Step, boolean>;

const STORED_AS = 'estate-first-steps-hidden';

/** Which steps are done, as the API says; one thing of each kind is enough. */
export async function readSetup(signal: AbortSignal): Promise<Setup> {
  const [query, options] = [{ limit: 1 }, { signal }];
  const [contacts, targets, properties, listings, webhooks] = await Promise.all([
    api.contacts.list(query, options),
    api.targets.list(query, options),
    api.properties.list(query, options),
    api.listings.list({ ...query, published: true }, options),
    api.webhooks.list(query, options),
  ]);
  const isAny = ({ data }: { data: readonly unknown[] }) => data.length > 0;
  return {
    contact: isAny(contacts),
    target: isAny(targets),
    property: isAny(properties),
    listing: isAny(listings),
    webhook: isAny(webhooks),
  };
}

export const isSetUp = (setup: Setup): boolean => STEPS.every((step) => setup[step]);

/** The accounts whose checklist was hidden in this browser. */
export const hiddenSteps = {
  isHidden: (accountId: string): boolean => storedIds().includes(accountId),
  hide: (accountId: string): void => {
    const ids = new Set([...storedIds(), accountId]);
    localStorage.setItem(STORED_AS, [...ids].join(' '));
  },
};

const storedIds = (): string[] => (localStorage.getItem(STORED_AS) ?? '').split(' ').filter(Boolean);
