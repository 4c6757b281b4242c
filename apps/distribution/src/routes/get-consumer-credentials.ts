import { FLOW_TARGET_TYPES, getConsumerCredentials } from '@estate/contracts';
import type { ConsumerCredentials } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

export const getConsumerCredentialsRoute = ({ consumers }: Deps) =>
  answer(getConsumerCredentials, async (_input, { accountId }) => {
    const keys = await consumers.keys(accountId);
    const entries = FLOW_TARGET_TYPES.map((type) => {
      const key = keys.get(type);
      return [type, key === undefined ? { configured: false } : { key, configured: true }] as const;
    });
    return Object.fromEntries(entries) as ConsumerCredentials;
  });
