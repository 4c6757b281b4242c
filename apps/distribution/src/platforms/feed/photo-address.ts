import { createHmac } from 'node:crypto';
import type { StoredAttachment } from '@estate/contracts';
import { secretsEqual } from '@estate/vault';
import { EXTENSIONS } from '../../attachments/media-types.ts';
import type { MediaType } from '../../attachments/media-types.ts';

/** The parts of a photo's address, below the address of feeds. */
export interface SignedPhoto {
  targetId: string;
  signature: string;
  sha256: string;
  mediaType: MediaType;
}

/** Makes addresses of photos, which are stable as long as the photo is unchanged. */
export const photoAddresses =
  ({ publicUrl, targetId, key }: { publicUrl: string; targetId: string; key: string }) =>
  ({ sha256, mediaType }: Pick<StoredAttachment, 'sha256' | 'mediaType'>): string => {
    const file = `${sha256}.${EXTENSIONS[mediaType]}`;
    return `${publicUrl.replace(/\/$/, '')}/feeds/photos/${targetId}/${signatureOf(file, key)}/${file}`;
  };

const PHOTO =
  /^(?<targetId>[0-9a-v]{20})\/(?<signature>[\w-]{43})\/(?<sha256>[0-9a-f]{64})\.(?<extension>[a-z]+)$/;

/** The photo of an address below `photos/`; undefined for an invalid address. */
export function photoIn(path: string): SignedPhoto | undefined {
  const { targetId, signature, sha256, extension } = PHOTO.exec(path)?.groups ?? {};
  const [mediaType] = Object.entries(EXTENSIONS).find(([, known]) => known === extension) ?? [];
  if (!targetId || !signature || !sha256 || !mediaType) return undefined;
  return { targetId, signature, sha256, mediaType: mediaType as MediaType };
}

/** True if the signature of the address is valid. */
export const isSigned = ({ signature, sha256, mediaType }: SignedPhoto, key: string): boolean =>
  secretsEqual(signature, signatureOf(`${sha256}.${EXTENSIONS[mediaType]}`, key));

const signatureOf = (file: string, key: string): string =>
  createHmac('sha256', key).update(file, 'utf8').digest('base64url');
