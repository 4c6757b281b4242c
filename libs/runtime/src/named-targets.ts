import type { listUnknownTargets } from '@estate/contracts';
import { requireNone } from '@estate/errors';
import type { Bus, Caller } from '@estate/messaging';

type Unknown = typeof listUnknownTargets;
type AskTargets = Pick<Bus<{ asks: readonly Unknown[]; tells: readonly never[] }>, 'ask'>;

interface Naming<T> {
  targetIds: readonly string[];
  /** The path of the list in the input. */
  path: string;
  /** The targets that are saved already: an earlier version may have saved deleted ones, so these are not looked up. */
  before?: readonly string[];
  caller: Caller;
  write: () => Promise<T>;
  /** Undoes the write. */
  undo: (written: T) => Promise<unknown>;
}

/**
 * Runs a write that refers to targets. The targets are looked up before and after it, while a deletion marks its target first and then
 * looks for references: one of the two sees the other. @throws InvalidInput for a target that does not exist or is being deleted
 */
export async function nameTargets<T>(
  operation: Unknown,
  bus: AskTargets,
  { write, undo, ...named }: Naming<T>,
): Promise<T> {
  const require = () => requireTargets(operation, bus, named);
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
  { targetIds, path, before = [], caller }: Omit<Naming<unknown>, 'write' | 'undo'>,
): Promise<void> {
  const { accountId } = caller;
  const targets = targetIds.filter((id) => !before.includes(id)).map((id) => ({ id, accountId }));
  if (targets.length === 0) return;
  const { unknown, deleting } = await bus.ask(operation, { targets }, caller);
  const missing = new Set([...unknown, ...deleting]);
  const code = 'target-unknown';
  requireNone(
    targetIds.flatMap((id, position) => {
      const at = `${path}.${String(position)}`;
      return missing.has(id)
        ? [{ path: at, code, message: `${at}: there is no target with the id ${id}` }]
        : [];
    }),
  );
}
