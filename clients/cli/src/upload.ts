import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { isApiError } from '@estate/client';
import type { Client, UploadedAttachment } from '@estate/client';
import { CommandError } from './surroundings.ts';

/** Sends a file, which is read while it is sent. @throws CommandError that names the file */
export async function upload(client: Client, file: string, signal: AbortSignal): Promise<UploadedAttachment> {
  const content = await opened(file);
  try {
    return await client.attachments.upload(content, { fileName: basename(file) }, { signal });
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw new CommandError(`${file}: ${error.message} (${String(error.status)} ${error.code})`);
  }
}

async function opened(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
