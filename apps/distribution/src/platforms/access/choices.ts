import type { TargetReplacement } from '@estate/contracts';
import { traceOf } from '@estate/observability';
import type { Deps } from '../../deps.ts';
import type { TargetRecord } from '../../domain/target.ts';
import type { Account } from '../platform.ts';
import type { IfSeen } from './target-access.ts';

/** The choices of a customer for a target of any kind; an absent choice becomes unset. */
export const choicesOf = ({ name, autoCollectRequests, hiddenAddress }: TargetReplacement) => ({
  ...(name !== undefined && { name }),
  autoCollectRequests: autoCollectRequests ?? false,
  ...(hiddenAddress !== undefined && { hiddenAddress }),
});

/** A change of a target after which all its listings are published again. */
export const changeOf = (
  input: TargetReplacement,
  { seen, ...caller }: IfSeen,
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
) => ({
  ...choicesOf(input),
  updatedAt: clock(),
  republish: { token: newId(), ...traceOf(caller) },
  seen,
});

export const plainAccount = ({
  id,
  type,
  emailId,
  reportEmailId,
  autoCollectRequests,
}: TargetRecord): Account => ({
  id,
  type,
  emailId,
  ...(reportEmailId !== undefined && { reportEmailId }),
  autoCollectRequests,
});
