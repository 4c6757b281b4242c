import { UsageTally, firstIdAt, flow } from '@estate/persistence';
import type { Collection, UsageStore } from '@estate/persistence';
import type { RequestDoc } from './request-document.ts';

/** Counts the contact requests of accounts. */
export const requestTally = (store: UsageStore, docs: Collection<RequestDoc>): UsageTally =>
  new UsageTally({ store, flows: [flow({ name: 'requests', docs, firstIdAt })], levels: [] });
