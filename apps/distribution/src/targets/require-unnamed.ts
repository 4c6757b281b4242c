import { listSourcesNamingTarget, listWebhooksNamingTarget } from '@estate/contracts';
import type { OutputOf } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import type { Caller } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** @throws InvalidInput that lists the import sources and webhooks that name the target */
export async function requireUnnamed(
  targetId: string,
  { accountId, requestId }: Caller,
  { bus }: Pick<Deps, 'bus'>,
): Promise<void> {
  const caller = { accountId, requestId };
  const [sources, webhooks] = await Promise.all([
    bus.ask(listSourcesNamingTarget, { targetId }, caller),
    bus.ask(listWebhooksNamingTarget, { targetId }, caller),
  ]);
  if (sources.count + webhooks.count === 0) return;
  const named = [...wordsOf('import source', sources), ...wordsOf('webhook', webhooks)];
  throw new InvalidInput(`The target is still named by ${named.join(' and ')}. Remove it there first.`, {
    code: 'target-in-use',
  });
}

function wordsOf(kind: string, { count, data }: OutputOf<typeof listSourcesNamingTarget>): string[] {
  if (count === 0) return [];
  const names = data.map(({ id, name }) => `"${name}" (${id})`).join(', ');
  const more = count > data.length ? ` and ${String(count - data.length)} more` : '';
  return [`the ${kind}${count === 1 ? '' : 's'} ${names}${more}`];
}
