import type { CommandTable } from '../command-table.ts';
import type { Session } from '../session.ts';
import { ACCESS_COMMANDS } from './access.ts';
import type { CommandDefinition } from './definition.ts';
import { DIRECTORY_COMMANDS } from './directories.ts';
import { FILE_COMMANDS } from './files.ts';
import { SETTING_COMMANDS } from './settings.ts';

/** All commands by their verb. */
export const COMMANDS: CommandTable<Session> = new Map(
  Object.entries<CommandDefinition>({
    ...ACCESS_COMMANDS,
    ...SETTING_COMMANDS,
    ...DIRECTORY_COMMANDS,
    ...FILE_COMMANDS,
  }),
);
