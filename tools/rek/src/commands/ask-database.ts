import { createLogger } from '@estate/observability';
import { connectMongo } from '@estate/persistence';
import { CommandError } from '../errors.ts';

const TIMEOUT_MS = 6000;

/** Asks the database for its time. @throws CommandError if it does not answer within six seconds */
export async function askDatabase(uri: string): Promise<{ hosts: string; localTime: Date }> {
  const hosts = uri.replace(/^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]*).*$/, '$1');
  const log = createLogger({ service: 'rek', level: 'silent' });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const database = await connectMongo({ uri, database: 'admin', log, signal });
    try {
      const { localTime } = await database.db.command({ hello: 1 });
      return { hosts, localTime: new Date(localTime as string | Date) };
    } finally {
      await database.close();
    }
  } catch (error) {
    throw new CommandError(`no response from ${hosts}: check MONGODB_URI, its user and its password`, {
      cause: error,
    });
  }
}
