import type { Collection, Filter } from '@estate/persistence';
import type { TargetDoc } from './target-doc.ts';

/** The ids of the targets that no lane takes: the operator paused them, or they are set aside. */
export async function stoppedTargets(targets: Collection<TargetDoc>): Promise<ReadonlySet<string>> {
  const read = (filter: Filter<TargetDoc>) => targets.find(filter, { projection: { _id: 1 } }).toArray();
  const docs = await Promise.all([
    read({ pausedAt: { $exists: true } }),
    read({ 'setAside.at': { $exists: true } }),
  ]);
  return new Set(docs.flat().map(({ _id }) => _id));
}
