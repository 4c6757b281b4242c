import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FieldsOf, PropertySnapshot, StoredAttachment } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import type { EgressPolicy } from '@estate/egress';
import sharp from 'sharp';
import type { AttachmentBytes } from '../../../attachments/attachment-bytes.ts';
import type { DeletePublication, PlatformTools, SetPublication, TargetAccount } from '../../platform.ts';
import type { PlatformProfile } from '../../profiles.ts';

export const HOST = 'ftp.portal.example';

export const LISTING_ID = 'd1a2b3c4e5f6g7h8i9j0';
export const AT = new Date('2026-11-01T08:30:00.000Z');

export const CONTACT = {
  id: 'd1a2b3c4e5f6g7h8i9jc',
  email: 'anna@example.org',
  title: 'Dr.',
  firstName: 'Anna',
  lastName: 'Beispiel',
  phone: '+49 89 1234567',
  mobilePhone: '+49 170 1234567',
  website: 'https://example.org/anna',
  createdAt: AT.toISOString(),
  updatedAt: AT.toISOString(),
};

export const FIELDS: FieldsOf<'apartmentBuy'> = {
  ...EXAMPLE_FIELDS,
  address: { ...EXAMPLE_FIELDS.address, publish: false },
};

export function snapshot(changes: Partial<PropertySnapshot> = {}): PropertySnapshot {
  return {
    propertyId: 'd1a2b3c4e5f6g7h8i9jp',
    externalId: 'P/77 #1',
    type: 'apartmentBuy',
    fields: FIELDS,
    attachments: [],
    links: [],
    contact: CONTACT,
    revision: 1,
    processingStatus: 'successful',
    updatedAt: AT.toISOString(),
    ...changes,
  };
}

export const setPublication = (changes: Partial<SetPublication> = {}): SetPublication => ({
  listingId: LISTING_ID,
  snapshot: snapshot(),
  firstTime: true,
  sequence: 1,
  at: AT,
  ...changes,
});

export const deletePublication = (changes: Partial<DeletePublication> = {}): DeletePublication => ({
  listingId: LISTING_ID,
  property: { externalId: 'P/77 #1', type: 'apartmentBuy', fields: FIELDS, updatedAt: AT.toISOString() },
  sequence: 3,
  at: AT,
  ...changes,
});

export function profile(changes: Partial<PlatformProfile> = {}): PlatformProfile {
  return {
    type: 'portal-one',
    name: 'Portal One',
    requiredCredentials: ['host', 'username', 'password'],
    tls: 'optional',
    passive: true,
    defaultPath: '',
    fileName: '{provider}_{listingId}_{sequence}.zip',
    images: { types: ['image/jpeg', 'image/png', 'application/pdf'] },
    formatNames: 'media-type',
    links: true,
    requests: { collect: true, via: 'email_feedback' },
    charset: 'UTF-8',
    source: 'test',
    ...changes,
  };
}

export function account(changes: Partial<TargetAccount['credentials']> = {}): TargetAccount {
  return {
    id: 'd1a2b3c4e5f6g7h8i9jt',
    type: 'portal-one',
    emailId: 'e1a2b3c4e5f6g7h8i9j0',
    autoCollectRequests: false,
    credentials: {
      host: HOST,
      username: 'agent',
      password: 'secret',
      providerNumber: 'A 10/01',
      ...changes,
    },
  };
}

/** Stores nothing: portals that take files use our ids. */
export const forget = () => Promise.resolve();

/** A policy under which every name leads to this machine. */
export const OPEN_EGRESS: EgressPolicy = {
  allowHttp: true,
  allowedNetworks: ['127.0.0.0/8'],
  lookup: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
};

/** Attachments in a temporary directory, created with the first of them, named by their hash. */
export class AttachmentFiles {
  #made: Promise<string> | undefined;

  get #directory(): Promise<string> {
    this.#made ??= mkdtemp(join(tmpdir(), 'attachments-'));
    return this.#made;
  }

  async add(bytes: Buffer, changes: Partial<StoredAttachment> = {}): Promise<StoredAttachment> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await mkdir(await this.#directory, { recursive: true });
    await writeFile(await this.path(sha256), bytes);
    return {
      position: 0,
      sha256,
      size: bytes.length,
      mediaType: 'image/jpeg',
      isBlueprint: false,
      ...changes,
    };
  }

  async path(sha256: string): Promise<string> {
    return join(await this.#directory, sha256);
  }

  async open(sha256: string): Promise<AttachmentBytes> {
    const path = await this.path(sha256);
    const { size } = await stat(path);
    return { size, sha256, source: { file: path } };
  }

  async remove(): Promise<void> {
    if (this.#made) await rm(await this.#made, { recursive: true, force: true });
  }
}

export function tools(files: AttachmentFiles, changes: Partial<PlatformTools> = {}): PlatformTools {
  return {
    egress: OPEN_EGRESS,
    attachment: (sha256) => files.open(sha256),
    requestAddress: (emailId) => `${emailId}@requests.example.org`,
    software: { name: 'estate', version: '1.0' },
    ...changes,
  };
}

/** A picture that does not compress well, the same for the same arguments. */
export function picture(width: number, height: number, type: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = 1;
  for (let index = 0; index < pixels.length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    pixels[index] = state & 0xff;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(type, type === 'png' ? {} : { quality: 95 })
    .toBuffer();
}
