import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { saveJson } from '../save-json.ts';

/** The receiver of exports, as a person enters it into the settings of the software. */
export const Connection = z.strictObject({
  host: z.string().trim().min(1).max(253),
  port: z.coerce.number().int().min(1).max(65_535).default(21),
  user: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(200),
  folder: z.string().trim().max(200).default('/'),
  /** `none` for a server without a certificate. */
  encryption: z.enum(['explicit', 'none']).default('explicit'),
});
export type Connection = z.output<typeof Connection>;

export interface ResultFile {
  name: string;
  text: string;
}

/** An export: its content, its result, and the result file of the other side. */
export interface Transfer {
  id: number;
  at: string;
  scope: 'VOLL' | 'TEIL';
  fileName: string;
  /** The exported action of every object. */
  objects: readonly { number: string; action: string }[];
  bytes: number;
  state: 'sending' | 'sent' | 'failed';
  failure?: string;
  /** The dialogue with the server. */
  dialogue: string[];
  result?: ResultFile;
}

export interface OfficeState {
  connection?: Connection;
  edits: Record<string, { price?: number; isRemoved?: true; isBroken?: true }>;
  /** The newest export of each object, as a fingerprint of its data. */
  exported: Record<string, string>;
  transfers: Transfer[];
}

const FILE = 'estate-software.json';
const KEPT_TRANSFERS = 50;

/** The state of an earlier start, or a new one. A transfer that was interrupted counts as failed. */
export async function loadState(directory: string): Promise<OfficeState> {
  try {
    const state = JSON.parse(await readFile(join(directory, FILE), 'utf8')) as OfficeState;
    for (const transfer of state.transfers.filter((one) => one.state === 'sending')) {
      Object.assign(transfer, { state: 'failed', failure: 'The software was closed during the transfer.' });
    }
    return state;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return { edits: {}, exported: {}, transfers: [] };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

export async function saveState(directory: string, state: OfficeState): Promise<void> {
  state.transfers.splice(0, state.transfers.length - KEPT_TRANSFERS);
  await saveJson(join(directory, FILE), state);
}
