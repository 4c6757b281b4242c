import { createHash } from 'node:crypto';
import { externalIdOf, isUnsaid } from '@estate/contracts';
import type { Place } from './found.ts';

/** The numbers that identify an object. */
export interface ObjectNumbers {
  /** `objektnr_extern`: the number by which people know the object. */
  external?: string;
  /** `objektnr_intern` */
  internal?: string;
  /** `openimmo_obid` */
  openimmo?: string;
}

export function numbersOf(technical: Place): ObjectNumbers {
  const read = (name: string) => {
    const found = technical.find(name);
    found?.claim();
    return found?.text.slice(0, LONGEST_NUMBER);
  };
  const [external, internal, openimmo] = ['objektnr_extern', 'objektnr_intern', 'openimmo_obid'].map(read);
  return {
    ...(external !== undefined && { external }),
    ...(internal !== undefined && { internal }),
    ...(openimmo !== undefined && { openimmo }),
  };
}

const LONGEST_NUMBER = 200;
const LONGEST_ID = 50;
const HASH_LENGTH = 8;
const NOT_ALLOWED = /[^a-zA-Z0-9/_#+:@\s-]/g;

/** True if a number identifies an object: software without one writes zeros and dashes, which all of its objects then share. */
const isSaid = (number: string | undefined): boolean =>
  number !== undefined && !isUnsaid(number) && !/^0+$/.test(number);

/** The number that identifies the object: the first one that is not a placeholder, or else the first one. */
export const leadingNumber = ({
  external,
  openimmo,
  internal,
}: Partial<Record<keyof ObjectNumbers, string | undefined>>): string | undefined =>
  [external, openimmo, internal].find(isSaid) ?? external ?? openimmo ?? internal;

/** The number of an object that is only a placeholder, so that other objects may share it. */
export function unsaidNumber(numbers: ObjectNumbers): string | undefined {
  const number = leadingNumber(numbers);
  return isSaid(number) ? undefined : number;
}

/**
 * The external id of a property by the numbers of its object. Characters that are not allowed are left out, and a hash of the number is
 * appended, so that two numbers never become one.
 */
export function importedIdOf(numbers: ObjectNumbers): string | undefined {
  const number = leadingNumber(numbers);
  if (number === undefined) return undefined;
  const id = externalIdOf(number);
  if (isExternalId(id)) return id;
  const hash = createHash('sha256').update(number).digest('hex').slice(0, HASH_LENGTH);
  return `${number.replace(NOT_ALLOWED, '_').slice(0, LONGEST_ID - HASH_LENGTH - 1)}#${hash}`;
}

const isExternalId = (id: string): boolean =>
  id.length > 0 && id.length <= LONGEST_ID && !ANY_NOT_ALLOWED.test(id);
const ANY_NOT_ALLOWED = /[^a-zA-Z0-9/_#+:@\s-]/;
