import type { ImportObject } from '@estate/client';

/** The number by which people know an object. */
export const numberOf = ({ numbers, externalId }: ImportObject): string =>
  externalId ?? numbers.external ?? numbers.openimmo ?? numbers.internal ?? '–';
