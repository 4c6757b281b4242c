import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import type { Order, Transport } from '@estate/client/transport';
import { callOperation, listOperation, orderOf } from './call-operation.ts';
import type { Given } from './call-operation.ts';
import { confirmed } from './confirmed.ts';
import { assignment, bodyOf, count, openedFile } from './input.ts';
import { isList, operationsByResource, parametersIn } from './operations.ts';
import type { Operation, OperationParameter } from './operations.ts';
import { show, showAll } from './output.ts';
import { transportOf } from './sign-in.ts';
import { WrongUsage } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

export const DEFAULT_LIMIT = 10;
/** Parameters that the client sets itself. */
const OWN_OPTIONS = new Set(['limit', 'wait']);

/** Adds a command for each resource of the API, with a subcommand for each operation. */
export function addResourceCommands(estate: Command, around: Surroundings): void {
  estate.commandsGroup('Resources of the API:');
  for (const [resource, operations] of operationsByResource()) {
    const present = estate.commands.find((one) => one.name() === resource);
    const parent =
      present ?? estate.command(resource).description(operations.map(({ verb }) => verb).join(', '));
    for (const operation of operations) addOperation(parent, operation, around);
  }
}

interface Options {
  data?: string[];
  idempotencyKey?: string;
  ifMatch?: string;
  limit?: number;
  output?: string;
  yes?: boolean;
  [parameter: string]: unknown;
}

function addOperation(parent: Command, operation: Operation, around: Surroundings): void {
  const command = parent.command(operation.verb).description(operation.summary);
  if (operation.description !== undefined) command.addHelpText('after', `\n${operation.description}`);
  const names = argumentsOf(operation, command);
  addParameters(command, operation);
  addGeneralOptions(command, operation);
  command.action(async () => {
    const given = Object.fromEntries(names.map((name, index) => [name, command.args[index]]));
    await runOperation({ operation, given, options: command.opts<Options>() }, around);
  });
}

/** Adds an option for each parameter that is not an argument. */
export function addParameters(command: Command, { parameters }: Operation): void {
  for (const parameter of parameters)
    if (parameter.in !== 'path' && !OWN_OPTIONS.has(parameter.name)) command.addOption(optionOf(parameter));
}

/** The arguments: the ids of the path, then the file. */
function argumentsOf(operation: Operation, command: Command): string[] {
  const ids = parametersIn(operation, 'path');
  for (const { name, description } of ids) command.addArgument(new Argument(`<${name}>`, description));
  if (operation.file) command.argument('<file>', 'the file to send');
  if (operation.body) command.argument('[file]', 'a JSON file; - is the standard input');
  return [...ids.map(({ name }) => name), 'file'];
}

const kebab = (name: string): string =>
  name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

function optionOf({ name, description, required, schema }: OperationParameter): Option {
  const option = new Option(`--${kebab(name)} <value>`, description);
  if (Array.isArray(schema.enum)) option.choices(schema.enum as string[]);
  if (schema.type === 'boolean') option.choices(['true', 'false']);
  if (name === 'order') option.default('desc');
  return option.makeOptionMandatory(required === true);
}

function addGeneralOptions(command: Command, operation: Operation): void {
  const { method, body, answer, isConditional } = operation;
  if (isList(operation))
    command.option('--limit <count>', 'maximum number of resources', count, DEFAULT_LIMIT);
  if (body)
    command.option(
      '-d, --data <name=value>',
      'a field of the body, such as event=publication.failed',
      assignment,
      [],
    );
  if (method === 'POST')
    command.option('--idempotency-key <key>', 'a call with the same key takes effect once in 24 hours');
  if (isConditional)
    command.option(
      '--if-match <etag>',
      'the call is refused if the resource has changed since it had this ETag',
    );
  if (method === 'DELETE') command.option('--yes', 'do not ask on a terminal');
  if (answer !== 'json') command.option('--output <file>', 'write the response to this file');
}

interface Run {
  operation: Operation;
  /** The arguments by name; `file` is the body. */
  given: Record<string, string | undefined>;
  options: Options;
}

async function runOperation({ operation, given, options }: Run, around: Surroundings): Promise<void> {
  const { file, ...ids } = given;
  const call: Given = {
    values: {
      ...(file !== undefined && { fileName: basename(file) }),
      ...ids,
      ...valuesOf(operation, options),
    },
    ...(await contentOf(operation, file, options.data ?? [])),
    ...{ idempotencyKey: options.idempotencyKey, ifMatch: options.ifMatch, signal: around.signal },
  };
  const order = orderOf(operation, call);
  const transport = transportOf(around);
  if (operation.method === 'DELETE' && options.yes !== true)
    await confirmed(`${operation.summary}: ${Object.values(ids).join(' ')}?`, around);
  if (isList(operation))
    return showAll(
      around,
      listOperation(transport, operation, { ...call, limit: options.limit ?? DEFAULT_LIMIT }),
    );
  if (operation.answer !== 'json') return receive({ transport, order, operation }, options.output, around);
  const answer = await callOperation(transport, operation, call);
  if (Array.isArray(answer)) return showAll(around, answer as object[]);
  show(around, answer);
}

/** The values of options. Commander names an option like its parameter, except for headers. */
export const valuesOf = (
  { parameters }: Operation,
  options: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name }) => {
      const value = OWN_OPTIONS.has(name) ? undefined : options[camel(kebab(name))];
      return value === undefined ? [] : [[name, value as string] as const];
    }),
  );

const camel = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** @throws WrongUsage if the operation needs a body and none is given */
async function contentOf(
  operation: Operation,
  file: string | undefined,
  data: readonly string[],
): Promise<Pick<Given, 'body' | 'upload'>> {
  if (operation.file && file !== undefined) return { upload: await openedFile(file) };
  if (!operation.body) return {};
  const body = bodyOf(file, data);
  if (body === undefined && operation.body.required)
    throw new WrongUsage('This command needs a JSON file, - for the standard input, or --data name=value.');
  return body === undefined ? {} : { body };
}

interface Reception {
  transport: Transport;
  order: Order;
  operation: Operation;
}

/** Prints a response that is not JSON, or writes it to a file. @throws WrongUsage for an image without a file */
async function receive(
  { transport, order, operation: { answer } }: Reception,
  output: string | undefined,
  around: Surroundings,
): Promise<void> {
  if (output === undefined && answer === 'file')
    throw new WrongUsage('The response is a file. Name it with --output.');
  if (output === undefined && answer === 'lines') {
    for await (const line of transport.lines(order)) around.out(`${line}\n`);
    return;
  }
  const { bytes } = await transport.file(order);
  if (output === undefined) around.out(await bytes.text());
  else writeFileSync(output, Buffer.from(await bytes.arrayBuffer()));
}
