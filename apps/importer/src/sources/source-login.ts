import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ImportSourceRecord } from '../domain/import-source.ts';

const PASSWORD_BYTES = 18;
const USER_BYTES = 8;

export interface NewPassword {
  password: string;
  passwordHash: string;
}

export function newPassword(): NewPassword {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  return { password, passwordHash: hash('sha256', password) };
}

/** Small letters and digits: some programs change anything else in a user name. */
export const newUser = (): string =>
  `i${BigInt(`0x${randomBytes(USER_BYTES).toString('hex')}`)
    .toString(36)
    .padStart(13, '0')}`;

export const isPassword = (
  { passwordHash }: Pick<ImportSourceRecord, 'passwordHash'>,
  password: string,
): boolean => timingSafeEqual(Buffer.from(hash('sha256', password)), Buffer.from(passwordHash));
