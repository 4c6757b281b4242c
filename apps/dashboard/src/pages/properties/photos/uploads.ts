import { useSyncExternalStore } from 'react';
import { uploader } from '../../../api/upload.ts';
import { UploadQueue } from './upload-queue.ts';
import type { Upload } from './upload-queue.ts';

/** The maximum length of names in the API. */
const LONGEST_NAME = 200;

/** The uploads of the page; they continue while another page is shown. */
export const uploads = new UploadQueue(async (file, { onProgress, signal }) => {
  const fileName = file.name.slice(-LONGEST_NAME);
  const { attachments } = uploader(onProgress);
  const { url, mediaType, width, height, expiresAt } = await attachments.upload(
    file,
    { fileName },
    { signal },
  );
  const edge = width === undefined || height === undefined ? undefined : Math.max(width, height);
  return { url, type: mediaType, edge, expiresAt };
});

export const useUploads = (): ReadonlyMap<string, Upload> =>
  useSyncExternalStore(uploads.subscribe, uploads.uploads);
