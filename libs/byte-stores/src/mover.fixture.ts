import { connectMongo, moveBytes } from '@estate/persistence';
import { openStores } from './open-stores.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { signal } = new AbortController();

/** Moves the bytes of a database, and reports each portion to the parent process. */
const [uri = '', name = '', to = '', from = ''] = process.argv.slice(2);
const database = await connectMongo({ uri, database: name, log: quiet });
const config = { BYTE_STORE: to, BYTE_STORE_FROM: from };
const stores = await openStores({ database, bucketName: 'attachments', config, log: quiet, signal });
const [source] = stores.others;
if (!source) throw new Error('nothing to move from');
const result = await moveBytes(database.db, 'attachments', {
  ...{ from: source, to: stores.current, signal },
  onProgress: (progress) => process.send?.(progress),
});
process.send?.({ finished: result.finished });
await database.close();
