import { readable } from '@estate/messaging';
import { toApiKey } from '../../domain/api-key.ts';
import type { StoredApiKey } from '../../domain/api-key.ts';

/** A page of keys for their account. */
export const toApiKeys = ({ hasMore, data }: { hasMore: boolean; data: StoredApiKey[] }) => ({
  hasMore,
  data: data.map(readable(toApiKey)),
});
