import { hash } from 'node:crypto';
import { randomBase62 } from './base62.ts';

const RANDOM_LENGTH = 32;

/** 190 random bits in letters and digits, which are valid in every part of a URL. */
export const newToken = (): string => randomBase62(RANDOM_LENGTH);

/** The SHA-256 of a token in hex, which is stored and looked up instead of it. */
export const hashToken = (token: string): string => hash('sha256', token);
