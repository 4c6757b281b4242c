import type { Leased } from '@estate/persistence';
import type { TargetRecord } from '../domain/target.ts';

/** A target as it is stored, with the lease and the fence of its lane. */
export type TargetDoc = TargetRecord & Leased;
