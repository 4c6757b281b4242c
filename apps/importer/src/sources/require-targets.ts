import { getTarget } from '@estate/contracts';
import { InvalidInput, NotFound } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** @throws InvalidInput when the account has not all of these targets */
export async function requireTargets(
  targetIds: readonly string[],
  caller: Caller,
  { bus }: Pick<Deps, 'bus'>,
): Promise<void> {
  const missing = await Promise.all(
    targetIds.map((id) =>
      bus.ask(getTarget, { id }, caller).then(
        () => [],
        (error: unknown) => {
          if (error instanceof NotFound) return [id];
          throw error;
        },
      ),
    ),
  );
  const [first] = missing.flat();
  if (first === undefined) return;
  throw new InvalidInput(`There is no target ${first}.`, { code: 'target-unknown' });
}
