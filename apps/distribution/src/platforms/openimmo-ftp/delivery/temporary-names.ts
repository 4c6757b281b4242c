import { randomBytes } from 'node:crypto';

const SUFFIX = '.part';
const RANDOM = /^[0-9a-f]{12}\.part$/;

/** A name for what is being stored, known by its target and unlike that of any other conversation. */
export const temporaryNameOf = (targetId: string): string =>
  `${targetId}_${randomBytes(6).toString('hex')}${SUFFIX}`;

/** True if a file is one that an earlier conversation of the target left behind. */
export const isTemporaryOf = (targetId: string, name: string): boolean =>
  name.startsWith(`${targetId}_`) && RANDOM.test(name.slice(targetId.length + 1));
