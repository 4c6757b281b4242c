import type { ListViolations, RepairViolations } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Auditor } from '@estate/persistence';

/** Answers which invariants of the service are violated right now. */
export const answerViolations = <S extends string>(
  operation: ListViolations<S>,
  { auditor }: { auditor: Pick<Auditor, 'violations' | 'rounds'> },
) => answer(operation, async () => ({ data: await auditor.violations(), rounds: await auditor.rounds() }));

/** Repairs what violates invariants of the service. */
export const answerRepairs = <S extends string>(
  operation: RepairViolations<S>,
  { auditor }: { auditor: Pick<Auditor, 'repair'> },
) =>
  answer(operation, ({ invariant, ids, dryRun = false }) =>
    auditor.repair({ invariant, ids, isDryRun: dryRun }),
  );
