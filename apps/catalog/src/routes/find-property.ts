import { findProperty as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The property with one of these external ids. */
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
