import { createHash } from 'node:crypto';
import type { Identity } from '../../domain/user.ts';

/** Identifies an identity without revealing it. */
export const fingerprintOf = ({ issuer, subject }: Identity): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
