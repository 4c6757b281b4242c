import type { listUnknownTargets } from '@estate/contracts';
import { requireNone } from '@estate/errors';
import type { Bus, Caller } from '@estate/messaging';

type Unknown = typeof listUnknownTargets;
type AskTargets = Pick<Bus<{ asks: readonly Unknown[]; tells: readonly never[] }>, 'ask'>;

interface Naming<T> {
  targetIds: readonly string[];
  /** What an earlier version saved may name targets that were deleted since: they are not looked up. */
  before?: readonly string[];
  caller: Caller;
  write: () => Promise<T>;
  /** Takes the write back. */
  undo: (written: T) => Promise<unknown>;
}

/**
 * Runs a write that names targets. The targets are looked up before and after it, while a deletion marks its target first and looks
 * for what names it then: one of the two sees the other. @throws InvalidInput for a target that does not exist or is being deleted
 */
export async function nameTargets<T>(
  operation: Unknown,
  bus: AskTargets,
  { targetIds, before = [], caller, write, undo }: Naming<T>,
): Promise<T> {
  const added = targetIds.filter((id) => !before.includes(id));
  const require = () => requireTargets(operation, bus, { targetIds: added, caller });
  await require();
  const written = await write();
  try {
    await require();
  } catch (error) {
    await undo(written);
    throw error;
  }
  return written;
}

async function requireTargets(
  operation: Unknown,
  bus: AskTargets,
  { targetIds, caller }: Pick<Naming<unknown>, 'targetIds' | 'caller'>,
): Promise<void> {
  if (targetIds.length === 0) return;
  const { accountId } = caller;
  const targets = targetIds.map((id) => ({ id, accountId }));
  const { unknown, deleting } = await bus.ask(operation, { targets }, caller);
  const missing = new Set([...unknown, ...deleting]);
  const code = 'target-unknown';
  const path = 'targetIds';
  requireNone(
    targetIds
      .filter((id) => missing.has(id))
      .map((id) => ({ path, code, message: `${path}: there is no target with the id ${id}` })),
  );
}
