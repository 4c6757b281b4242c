import { useQuery } from '@tanstack/react-query';
import type { ImportSource } from '@estate/client';
import { allOf, api } from './client.ts';
import { LIST_MS, SLOW_MS } from './polling.ts';
import { uploader } from './upload.ts';
import type { UploadOptions } from './upload.ts';

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

interface Package extends UploadOptions {
  file: File;
  sourceId: string;
  dryRun: boolean;
}

/** Uploads a package and returns the id of its import. */
export async function uploadPackage({
  file,
  sourceId,
  dryRun,
  onProgress,
  signal,
}: Package): Promise<string> {
  const settings = {
    fileName: file.name,
    ...(sourceId !== '' && { sourceId }),
    ...(dryRun && { dryRun }),
  };
  const content = file.slice(0, file.size, mediaTypeOf(file));
  const { id } = await uploader(onProgress).imports.create(content, settings, { signal });
  return id;
}

const mediaTypeOf = ({ name }: File): string => (isXml(name) ? 'application/xml' : 'application/zip');
const isXml = (name: string): boolean => /\.xml$/i.test(name);

export const isPackage = (name: string): boolean => isXml(name) || /\.zip$/i.test(name);
