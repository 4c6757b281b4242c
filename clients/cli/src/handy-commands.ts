import { Argument } from 'commander';
import type { Command } from 'commander';
import { confirmed } from './confirmed.ts';
import { importPackage, preview } from './imports.ts';
import { count, filter, openedFile } from './input.ts';
import { progress, show, showAll } from './output.ts';
import { DEFAULT_LIMIT } from './resource-commands.ts';
import { callOn, KIND_NAMES, listed } from './resources.ts';
import { clientOf, transportOf } from './sign-in.ts';
import type { Surroundings } from './surroundings.ts';
import { basename } from 'node:path';
import { isApiError } from '@estate/client';
import type { Client, UploadedAttachment } from '@estate/client';
import { CommandError } from './surroundings.ts';

/** Adds commands that begin with a verb, and those that call several operations. */
export function addHandyCommands(estate: Command, around: Surroundings): void {
  addReads(estate, around);
  addWrites(estate, around);
  addUpload(estate, around);
  addImports(estate, around);
}

const resource = (): Argument => new Argument('<resource>').choices(KIND_NAMES);

function addReads(estate: Command, around: Surroundings): void {
  estate
    .command('list')
    .addArgument(resource())
    .description('print resources, newest first: a table on a terminal, one JSON object per line in a pipe')
    .option('--limit <count>', 'maximum number of resources', count, DEFAULT_LIMIT)
    .option(
      '--filter <name=value>',
      'a filter of the API, such as state=failed; repeat the option to combine filters',
      filter,
      {},
    )
    .action((kind: string, { limit, filter: filters }: { limit: number; filter: Record<string, string> }) =>
      showAll(around, listed(transportOf(around), { kind, limit, filters, signal: around.signal })),
    );
  estate
    .command('get')
    .addArgument(resource())
    .argument('<id>')
    .description('print a resource')
    .action(async (kind: string, id: string) => {
      show(around, await callOn(transportOf(around), { kind, verb: 'get', id, signal: around.signal }));
    });
}

function addWrites(estate: Command, around: Surroundings): void {
  const call = async (change: Omit<Parameters<typeof callOn>[1], 'signal'>) => {
    show(around, await callOn(transportOf(around), { ...change, signal: around.signal }));
  };
  estate
    .command('create')
    .addArgument(resource())
    .argument('<file>')
    .description('create a resource from a JSON file; use - for standard input')
    .option('--idempotency-key <key>', 'a call with the same key takes effect once in 24 hours')
    .action((kind: string, file: string, options: { idempotencyKey?: string }) =>
      call({ kind, verb: 'create', file, ...options }),
    );
  estate
    .command('update')
    .addArgument(resource())
    .argument('<id>')
    .argument('<file>')
    .description('replace a resource, or the handling of a request, by a JSON file; use - for standard input')
    .action((kind: string, id: string, file: string) => call({ kind, verb: 'update', id, file }));
  estate
    .command('delete')
    .addArgument(resource())
    .argument('<id>')
    .description('delete a resource, and print it; deleting a listing takes the property down')
    .option('--yes', 'do not ask on a terminal')
    .action(async (kind: string, id: string, { yes }: { yes?: boolean }) => {
      if (yes !== true) await confirmed(`Delete ${id} of ${kind}?`, around);
      await call({ kind, verb: 'delete', id });
    });
}

function addUpload(estate: Command, around: Surroundings): void {
  estate
    .command('upload <file...>')
    .description(
      'upload images or PDF files, and print the address of each for the attachments of properties',
    )
    .action(async (files: string[]) => {
      const report = progress(around);
      for (const [index, file] of files.entries()) {
        report(`${String(index + 1)} of ${String(files.length)}: ${file}`);
        around.out(`${(await upload(clientOf(around), file, around.signal)).url}\n`);
      }
    });
}

interface ImportOptions {
  source?: string;
  dryRun: boolean;
  wait: boolean;
}

function addImports(estate: Command, around: Surroundings): void {
  // Created when a command runs, because --json turns the progress off.
  const watch = () => ({ signal: around.signal, report: progress(around) });
  estate
    .command('import <package>')
    .description('import an OpenImmo package, and wait until it is imported or has to be confirmed')
    .option('--source <id>', 'the import source that the package belongs to')
    .option('--dry-run', 'change nothing, and show what would happen', false)
    .option('--no-wait', 'do not wait for the end of the import')
    .action(async (file: string, { source, dryRun, wait }: ImportOptions) => {
      show(around, await importPackage(clientOf(around), { file, sourceId: source, dryRun, wait }, watch()));
    });
  estate
    .command('summary <import>')
    .description('print what an import did not use, and what it could not list; the argument is an id')
    .action(async (id: string) => {
      show(around, await clientOf(around).imports.summary(id, { signal: around.signal }));
    });
  estate
    .command('preview <source> <file>')
    .description(
      'read the newest package of an import source with the settings of a JSON file, and print what differs',
    )
    .action((id: string, file: string) => showAll(around, preview(clientOf(around), { id, file }, watch())));
}

/** Sends a file, which is read while it is sent. @throws CommandError that names the file */
async function upload(client: Client, file: string, signal: AbortSignal): Promise<UploadedAttachment> {
  const content = await openedFile(file);
  try {
    return await client.attachments.upload(content, { fileName: basename(file) }, { signal });
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw new CommandError(`${file}: ${error.message} (${String(error.status)} ${error.code})`);
  }
}
