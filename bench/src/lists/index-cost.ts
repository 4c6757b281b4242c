import type { Collection } from 'mongodb';
import type { ListBench, Stored } from './list-bench.ts';
import { cpuBetween, cpuTimes, sum } from '../processes.ts';
import type { Processes } from '../processes.ts';
import { markdownTable, say } from '../report.ts';

const DOCUMENTS = 5000;
const BATCH = 100;

interface Written {
  docs: Collection<Stored>;
  bench: ListBench;
  template: Stored;
  processes: Processes;
}

/** What the indexes cost an insert, each measured in an empty collection with all indexes but itself. */
export async function indexCost({ docs, bench, template, processes }: Written): Promise<void> {
  const all = (await docs.indexes()).filter(({ name }) => name !== '_id_');
  const rows = [['indexes', 'processor time of an insert, in microseconds']];
  for (const left of [undefined, ...bench.indexes]) {
    const copy = docs.db.collection<Stored>(`bench-${left ?? 'all'}`);
    const wanted = all.filter(({ name }) => name !== left);
    await copy.createIndexes(wanted.map(({ v: _, ...index }) => index as never));
    const before = cpuTimes(processes);
    for (let from = 0; from < DOCUMENTS; from += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, at) => bench.document(template, from + at));
      await copy.insertMany(batch, { ordered: false });
    }
    const used = sum(cpuBetween(before, cpuTimes(processes)).values());
    await copy.deleteMany({});
    rows.push([left === undefined ? 'all' : `without ${left}`, ((used / DOCUMENTS) * 1000).toFixed(0)]);
  }
  say(markdownTable(rows));
}
