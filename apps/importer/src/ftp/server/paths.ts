import { FIXED_LIMITS } from './limits.ts';

/** The absolute path that a client means, `/` for its folder; undefined for one that no file can have. */
export function resolvePath(directory: string, name: string): string | undefined {
  // Control characters have no place in a name; some programs send backslashes.
  if (/\p{Cc}/u.test(name)) return undefined;
  const given = name.replaceAll('\\', '/');
  const parts = (given.startsWith('/') ? given : `${directory}/${given}`).split('/');
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part === '..') kept.pop();
    else kept.push(part);
  }
  const path = `/${kept.join('/')}`;
  const isTooLong = Buffer.byteLength(path) > FIXED_LIMITS.pathBytes;
  return isTooLong || kept.length > FIXED_LIMITS.depth ? undefined : path;
}

export const parentOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf('/')));
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** True if a file is a package by its name. */
export const isPackageName = (path: string): boolean => /\.(?:zip|xml)$/iu.test(path);

/** Names that clients give a file until it is complete, and replace by another one then. */
export const isTemporaryName = (path: string): boolean =>
  /(?:\.(?:te?mp|part|partial|filepart|upload|uploading)|~)$|\/[.~][^/]*$/iu.test(path);

/** Names that only a file beside a package has: it would never be read. */
export const isLooseFile = (path: string): boolean =>
  /\.(?:jpe?g|png|gif|webp|heic|bmp|tiff?|pdf|docx?|xlsx?|mp4|mov|avi|exe|php|html?|js|sh)$/iu.test(path);

/** A name on disk: whatever a client calls its file, it stays within its directory. */
export const toDiskName = (path: string): string => Buffer.from(path).toString('base64url');
export const fromDiskName = (name: string): string => Buffer.from(name, 'base64url').toString();
