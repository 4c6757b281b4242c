import { fileURLToPath } from 'node:url';

export interface S3Credentials {
  id: string;
  secret: { reveal(): string };
}

export interface S3Place {
  kind: 's3';
  bucket: string;
  /** The prefix of objects; empty, or with a slash at its end. */
  prefix: string;
  endpoint: string | undefined;
  region: string;
  pathStyle: boolean;
  /** Undefined for those of the machine, as in every program for S3. */
  credentials: S3Credentials | undefined;
}

export interface FilesPlace {
  kind: 'file';
  directory: string;
}

export type StorePlace = S3Place | FilesPlace | { kind: 'gridfs' };

const DEFAULT_REGION = 'us-east-1';
const KNOWN = new Set(['endpoint', 'region', 'pathStyle']);

/** Parses `gridfs`, `file:///path` or `s3://bucket/prefix?endpoint=…&region=…&pathStyle=true`. @throws Error that says what is wrong */
export function parseStore(setting: string, credentials?: S3Credentials): StorePlace {
  if (setting === 'gridfs') return { kind: 'gridfs' };
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  if (url?.protocol === 'file:') return filesPlace(url);
  if (url?.protocol === 's3:') return { ...s3Place(url), credentials };
  throw new Error('must be gridfs, file:///path or s3://bucket/prefix?endpoint=…&region=…');
}

function filesPlace(url: URL): FilesPlace {
  if (url.host !== '' || url.pathname === '/' || url.search !== '')
    throw new Error('must be file:// followed by an absolute path, such as file:///var/lib/estate/bytes');
  return { kind: 'file', directory: fileURLToPath(url) };
}

function s3Place(url: URL): Omit<S3Place, 'credentials'> {
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.has(name));
  if (unknown !== undefined)
    throw new Error(`has the unknown option ${unknown}; known options are ${[...KNOWN].join(', ')}`);
  if (url.host === '') throw new Error('must name a bucket: s3://bucket/prefix');
  if (url.username !== '')
    throw new Error(
      'must contain no credentials: set BYTE_STORE_ACCESS_KEY_ID and BYTE_STORE_SECRET_ACCESS_KEY',
    );
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\//.test(endpoint))
    throw new Error('must name its endpoint with http:// or https://');
  const path = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    kind: 's3',
    bucket: url.host,
    prefix: path === '' ? '' : `${path}/`,
    endpoint,
    region: url.searchParams.get('region') ?? DEFAULT_REGION,
    pathStyle: url.searchParams.get('pathStyle') === 'true',
  };
}
