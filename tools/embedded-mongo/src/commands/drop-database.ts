import type { Doc } from '../values/document.ts';
import type { Command, Definition, Server } from './command.ts';

async function runDropDatabase({ database }: Command, { engine, cursors }: Server): Promise<Doc> {
  return engine.store.write(() => {
    for (const collection of engine.catalog.collections()) {
      if (collection.database !== database) continue;
      engine.catalog.remove(collection);
      cursors.killAll(`${database}.${collection.name}`);
    }
    return { dropped: database, ok: 1 };
  });
}

export const dropDatabaseCommands: Record<string, Definition> = {
  dropDatabase: { options: [], run: runDropDatabase },
};
