import { randomBytes } from 'node:crypto';

const SUFFIX = '.part';
const RANDOM = /^[0-9a-f]{12}\.part$/;

/** A temporary name that contains the target and is unique to the conversation. */
export const temporaryNameOf = (targetId: string): string =>
  `${targetId}_${randomBytes(6).toString('hex')}${SUFFIX}`;

/** True for a file that an earlier conversation of the target left behind. */
export const isTemporaryOf = (targetId: string, name: string): boolean =>
  name.startsWith(`${targetId}_`) && RANDOM.test(name.slice(targetId.length + 1));
