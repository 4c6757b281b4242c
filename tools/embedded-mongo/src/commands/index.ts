import { MongoError } from '../errors.ts';
import type { Doc } from '../values/document.ts';
import type { Command as Request } from '../wire/message.ts';
import { accessCommands } from './access.ts';
import { aggregateCommands } from './aggregate.ts';
import { commandOf, type Definition, type Server } from './command.ts';
import { deleteCommands } from './delete.ts';
import { dropDatabaseCommands } from './drop-database.ts';
import { explainCommands } from './explain.ts';
import { findAndModifyCommands } from './find-and-modify.ts';
import { findCommands } from './find.ts';
import { handshakeCommands } from './handshake.ts';
import { indexCommands } from './indexes.ts';
import { insertCommands } from './insert.ts';
import { listCollectionsCommands } from './list-collections.ts';
import { updateCommands } from './update.ts';

const definitions = new Map<string, Definition>(
  Object.entries({
    ...handshakeCommands,
    ...accessCommands,
    ...findCommands,
    ...insertCommands,
    ...updateCommands,
    ...deleteCommands,
    ...findAndModifyCommands,
    ...aggregateCommands,
    ...indexCommands,
    ...listCollectionsCommands,
    ...dropDatabaseCommands,
    ...explainCommands,
  }),
);

/** Runs the command of a request; an unknown one is refused with code 59. */
export async function runCommand(
  request: Request,
  server: Server,
  connection: number,
): Promise<Doc | Buffer> {
  const name = Object.keys(request.body)[0] ?? '';
  const definition = definitions.get(name);
  if (!definition) throw new MongoError(59, `no such command: '${name}'`);
  const command = { ...commandOf(request, name, definition), connection };
  server.access?.check(command);
  return definition.run(command, server);
}
