import type { ImportObject } from '@estate/client';

/** What people call an object. */
export const numberOf = ({ numbers, externalId }: ImportObject): string =>
  externalId ?? numbers.external ?? numbers.openimmo ?? numbers.internal ?? '–';
