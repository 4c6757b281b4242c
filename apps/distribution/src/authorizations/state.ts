import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits; whoever knows them may finish one flow. */
export const newState = (): string => randomBytes(32).toString('base64url');

/** What is stored of a state. */
export const stateId = (state: string): string => createHash('sha256').update(state, 'utf8').digest('hex');
