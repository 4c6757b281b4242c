import { findProperty as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The property that another service knows by an external id only. */
export const findProperty = ({ properties }: Deps) =>
  answer(operation, async ({ externalIds }, { accountId }) => {
    for (const externalId of externalIds) {
      const propertyId =
        (await properties.idOfExternalId(accountId, externalId)) ??
        (await properties.idOfTrimmedExternalId(accountId, externalId));
      if (propertyId !== null) return { propertyId };
    }
    return {};
  });
