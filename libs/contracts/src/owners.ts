import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { AUDITED_AT_ONCE_MAX } from './violations.ts';

const owners = {
  input: z.strictObject({ ids: z.array(z.string()).max(AUDITED_AT_ONCE_MAX) }),
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        accountId: z.string(),
        /** True if its customer has deleted it, but its owner still stores it. */
        isDeleted: z.literal(true).optional(),
      }),
    ),
  }),
};

/** Returns the accounts of properties and contacts, for services that store their ids; unknown ids are left out. */
export const listCatalogOwners = defineOperation({ subject: 'ask.catalog.list-owners', ...owners });

/** Returns the accounts of targets and listings. */
export const listDistributionOwners = defineOperation({
  subject: 'ask.distribution.list-owners',
  ...owners,
});
