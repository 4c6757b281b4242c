import { basename } from 'node:path';
import { isApiError } from '@estate/client';
import type { Client, UploadedAttachment } from '@estate/client';
import { openedFile } from './input.ts';
import { CommandError } from './surroundings.ts';

/** Uploads a file, which is read while it is sent. @throws CommandError that names the file */
export async function upload(client: Client, file: string, signal: AbortSignal): Promise<UploadedAttachment> {
  const content = await openedFile(file);
  try {
    return await client.attachments.upload(content, { fileName: basename(file) }, { signal });
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw new CommandError(`${file}: ${error.message} (${String(error.status)} ${error.code})`);
  }
}
