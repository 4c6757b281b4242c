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
        /** Its customer has deleted it, and its owner has not forgotten it yet. */
        isDeleted: z.literal(true).optional(),
      }),
    ),
  }),
};

/** The accounts of properties and contacts, for services that store their ids; unknown ids are left out. */
export const listCatalogOwners = defineOperation({ subject: 'ask.catalog.list-owners', ...owners });

/** The same for targets and listings. */
export const listDistributionOwners = defineOperation({
  subject: 'ask.distribution.list-owners',
  ...owners,
});
