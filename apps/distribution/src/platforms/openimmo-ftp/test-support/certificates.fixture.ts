import { selfSigned } from '@estate/testing';
import { HOST } from './fixtures.ts';

export const SELF_SIGNED = selfSigned(HOST);
export const EXPIRED = selfSigned(HOST, { middle: new Date('2019-07-01') });
/** Trusts both certificates. */
export const TRUSTING = { trustedCertificates: [SELF_SIGNED.cert, EXPIRED.cert] };
