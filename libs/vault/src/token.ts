import { hash } from 'node:crypto';
import { randomBase62 } from './base62.ts';

const RANDOM_LENGTH = 32;

/** 190 random bits in letters and digits, which every part of an address can hold. */
export const newToken = (): string => randomBase62(RANDOM_LENGTH);

/** SHA-256 of a token, hex: what is stored and asked for in its place. */
export const hashToken = (token: string): string => hash('sha256', token);
