import { useQuery } from '@tanstack/react-query';
import type { ImportSource } from '@estate/client';
import { allOf, api, pageHeaders } from './client.ts';
import { LIST_MS, SLOW_MS } from './polling.ts';

/** Every import source of the account. */
export const useImportSources = () =>
  useQuery({
    queryKey: ['import-sources'],
    queryFn: ({ signal }): Promise<ImportSource[]> => allOf(api.importSources.all({}, { signal })),
    refetchInterval: SLOW_MS,
  });

/** Names an import source; its id while that is not known. */
export function useSourceName(): (id: string) => string {
  const { data } = useImportSources();
  return (id) => data?.find((source) => source.id === id)?.name ?? id;
}

export const useImportSource = (id: string) =>
  useQuery({
    queryKey: ['import-source', id],
    queryFn: ({ signal }) => api.importSources.get(id, { signal }),
    refetchInterval: LIST_MS,
  });

interface Upload {
  file: File;
  sourceId: string;
  dryRun: boolean;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

const HTTP_ACCEPTED = 202;

/** Uploads a package and returns the id of its import. `fetch` does not say how much of a body it has sent. */
export function uploadPackage({ file, sourceId, dryRun, onProgress, signal }: Upload): Promise<string> {
  const query = new URLSearchParams({
    fileName: file.name,
    ...(sourceId !== '' && { sourceId }),
    ...(dryRun && { dryRun: 'true' }),
  });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/imports?${query.toString()}`);
    for (const [name, value] of Object.entries(pageHeaders)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', mediaTypeOf(file));
    request.setRequestHeader('idempotency-key', crypto.randomUUID());
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const { id, message } = (request.response ?? {}) as { id?: string; message?: string };
      if (request.status === HTTP_ACCEPTED && id !== undefined) resolve(id);
      else reject(new Error(message ?? String(request.status)));
    };
    request.onerror = () => reject(new TypeError('The upload was cut.'));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

const mediaTypeOf = ({ name }: File): string => (isXml(name) ? 'application/xml' : 'application/zip');
const isXml = (name: string): boolean => /\.xml$/i.test(name);

export const isPackage = (name: string): boolean => isXml(name) || /\.zip$/i.test(name);
