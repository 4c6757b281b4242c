import { MongoClient } from 'mongodb';
import type { Collection, Db } from 'mongodb';
import { eventLists } from './lists/events.ts';
import { indexCost } from './lists/index-cost.ts';
import type { ListBench, Stored } from './lists/list-bench.ts';
import { listingLists } from './lists/listings.ts';
import { mailLists } from './lists/mails.ts';
import { propertyLists } from './lists/properties.ts';
import { cpuTimes, cpuBetween, sum, untilQuiet } from './processes.ts';
import type { Processes } from './processes.ts';
import { markdownTable, say } from './report.ts';
import { ENGINE_PID, processesWithDatabase, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const ALL: readonly ListBench[] = [propertyLists, listingLists, eventLists, mailLists];
/** The collections that are measured; all by default. */
const WANTED = process.env['LISTS_COLLECTIONS']?.split(',');
const BENCHES = ALL.filter(({ collection }) => WANTED?.includes(collection) ?? true);

const COUNT = Number(process.env['LISTS_COUNT'] ?? '1000000');
const BATCH = 1000;
const CALLS = 20;

/** Processor time of a call for each list of an account with a million resources. */
export const measureLists = (): Promise<void> =>
  withStack(async (measured) => {
    const client = await MongoClient.connect(measured.stack.mongoUri);
    try {
      for (const bench of BENCHES) await measureOne(measured, client.db(bench.database), bench);
    } finally {
      await client.close();
    }
  });

async function measureOne(measured: Measured, db: Db, bench: ListBench): Promise<void> {
  const processes = processesWithDatabase(measured.stack);
  const docs = db.collection<Stored>(bench.collection);
  const saved = await docs.findOne({ _id: await bench.create(measured.api, measured.stack) });
  if (!saved) throw new Error(`the ${bench.collection} do not have what was created`);
  const { outbox: _outbox, ...template } = saved;
  await bench.prepare?.(db, template);
  const middle = await fill(docs, bench, template);
  say(`${String(COUNT)} ${bench.collection} of one account; processor time of a call in milliseconds:`);
  // Another engine may have work of its own that never ends.
  if (ENGINE_PID === undefined) await untilQuiet(processes);
  const rows = [['list', 'all processes', 'database']];
  for (const [title, path] of bench.queries) {
    const row = [title, ...(await costOf(measured, processes, filled(path, { ...template, middle })))];
    // A list that cannot be answered ends the run; what was measured before is kept.
    say(row.join(' · '));
    rows.push(row);
  }
  say(markdownTable(rows));
  await indexCost({ docs, bench, template, processes });
}

const filled = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** Fills the collection; gives an id in its middle. */
async function fill(docs: Collection<Stored>, bench: ListBench, template: Stored): Promise<string> {
  const begun = Date.now();
  let middle = '';
  let inserting: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < COUNT; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, at) => bench.document(template, from + at));
    // The next batch is made while the engine works on this one.
    await inserting;
    inserting = docs.insertMany(batch, { ordered: false });
    if (from <= COUNT / 2) middle = batch[0]?._id ?? '';
    if (from % 100_000 === 0) say(`${String(from)} of ${String(COUNT)}`);
  }
  await inserting;
  say(`filled in ${String(Math.round((Date.now() - begun) / 1000))} s`);
  return middle;
}

async function costOf({ api }: Measured, processes: Processes, path: string): Promise<[string, string]> {
  await api.get(path);
  const before = cpuTimes(processes);
  for (let call = 0; call < CALLS; call += 1) await api.get(path);
  const used = cpuBetween(before, cpuTimes(processes));
  const ofDatabase = [...used].filter(([name]) => /mongo|database/.test(name)).map(([, ms]) => ms);
  return [(sum(used.values()) / CALLS).toFixed(1), (sum(ofDatabase) / CALLS).toFixed(1)];
}
