import { openAsBlob, readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { CommandError, WrongUsage } from './surroundings.ts';

const STANDARD_INPUT = 0;

/** Reads JSON from a file, or from the standard input. @throws CommandError */
export function inputIn(file: string): unknown {
  let text;
  try {
    text = readFileSync(file === '-' ? STANDARD_INPUT : file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}`);
  }
}

/** Opens a file that is read while it is sent. @throws CommandError */
export async function openedFile(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The JSON of a file, merged with the fields of `--data`; undefined if there is neither. @throws WrongUsage */
export function bodyOf(file: string | undefined, data: readonly string[]): unknown {
  const given = file === undefined ? undefined : inputIn(file);
  if (data.length === 0) return given;
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new WrongUsage('--data can only be added to a JSON object.');
  const body = { ...given };
  for (const one of data) setField(body, one);
  return body;
}

/** Sets a field: `fields.title=Loft` sets a nested one; a value that is valid JSON is parsed. */
function setField(body: Record<string, unknown>, assignment: string): void {
  const [, path = '', text = ''] = ASSIGNMENT.exec(assignment) ?? [];
  const names = path.split('.');
  const last = names.pop() ?? '';
  let place = body;
  for (const name of names) {
    const inner = Object.hasOwn(place, name) ? place[name] : undefined;
    place = place[name] = { ...(inner as object | undefined) };
  }
  place[last] = jsonOrText(text);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const ASSIGNMENT = /^([A-Za-z][\w.-]*)=(.*)$/s;

export function assignment(text: string, before: readonly string[]): string[] {
  if (!ASSIGNMENT.test(text)) throw new InvalidArgumentError('The value must have the form name=value.');
  return [...before, text];
}

export function filter(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { ...before, [name]: value };
  throw new InvalidArgumentError('The value must have the form name=value.');
}

export function count(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('The value must be a whole number, 1 or more.');
}

export function time(text: string): string {
  if (/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new InvalidArgumentError(
    'The value must be a time with its zone, such as 2027-03-01T08:00:00+01:00.',
  );
}
