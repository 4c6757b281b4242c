import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Place } from '@estate/config';
import { BytesMissing, cut } from '@estate/persistence';
import type { BlobKey, BlobPortion, Expected, MarkedBlobs, Sized } from '@estate/persistence';
import { explained, isAbsent } from './s3-errors.ts';

const MARK = 'store-id';
/** The size of the parts in which larger bytes are sent, the minimum of S3. Each part is in memory until it is stored. */
const PART_BYTES = 5 * 1024 * 1024;
const AT_ONCE = 16;
/** The maximum number of uploads that are requested one by one instead of listed. */
const ASKED_MAX = 20;
/** The maximum number of entries in one response. */
const LISTED_AT_ONCE = 1000;
const LINK_SECONDS = 300;
const ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 5000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEY = /^([\w-]+)\.([0-9a-f]{24})$/;

/** Bytes in a bucket of S3 or a compatible service: `<prefix><name>.<id of the upload>`. */
export class S3Blobs implements MarkedBlobs {
  readonly place: string;
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #partBytes: number;

  constructor({ bucket, prefix, endpoint, region, pathStyle, credentials }: S3Place, partBytes = PART_BYTES) {
    this.#partBytes = partBytes;
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.place = `s3://${bucket}/${prefix}`;
    this.#client = new S3Client({
      region,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && {
        credentials: {
          accessKeyId: credentials.id,
          secretAccessKey: credentials.secret.reveal(),
        },
      }),
      forcePathStyle: pathStyle,
      maxAttempts: ATTEMPTS,
      // Every service checks MD5; not all of them support newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        throwOnRequestTimeout: true,
      },
    });
  }

  async write(key: BlobKey, content: AsyncIterable<Buffer>): Promise<void> {
    const parts = cut(content, this.#partBytes);
    const first = await parts.next();
    if (first.done === true) return this.#put(this.#keyOf(key), Buffer.alloc(0));
    if (first.value.length < this.#partBytes) return this.#put(this.#keyOf(key), first.value);
    await this.#uploadParts(this.#keyOf(key), first.value, parts);
  }

  async writeAll(blobs: Parameters<MarkedBlobs['writeAll']>[0]): Promise<void> {
    for (let from = 0; from < blobs.length; from += AT_ONCE) {
      const some = blobs.slice(from, from + AT_ONCE);
      await Promise.all(some.map(({ key, bytes }) => this.#put(this.#keyOf(key), bytes)));
    }
  }

  async *read(key: BlobKey, size: number): AsyncGenerator<Buffer, void> {
    let length = 0;
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#at(this.#keyOf(key))));
      for await (const piece of Body as Readable as AsyncIterable<Buffer>) {
        length += piece.length;
        yield piece;
      }
    } catch (error) {
      if (isAbsent(error)) throw new BytesMissing(`${this.#named(key)} is missing.`, { cause: error });
      throw explained(this.place, error);
    }
    if (length !== size)
      throw new BytesMissing(`${this.#named(key)} has ${String(length)} of ${String(size)} bytes.`);
  }

  link(key: BlobKey): Promise<string> {
    const command = new GetObjectCommand(this.#at(this.#keyOf(key)));
    return getSignedUrl(this.#client, command, { expiresIn: LINK_SECONDS });
  }

  async remove(key: BlobKey): Promise<void> {
    await this.#ask(() => this.#client.send(new DeleteObjectCommand(this.#at(this.#keyOf(key)))));
  }

  async list(after: string | undefined): Promise<BlobPortion> {
    const where = { Bucket: this.#bucket, Prefix: this.#prefix, ContinuationToken: after };
    const listed = await this.#ask(() => this.#client.send(new ListObjectsV2Command(where)));
    const keys = (listed.Contents ?? []).flatMap((object): BlobKey[] => {
      const [, name, id] = KEY.exec((object.Key ?? '').slice(this.#prefix.length)) ?? [];
      return name !== undefined && id !== undefined ? [{ name, id }] : [];
    });
    return { keys, next: listed.IsTruncated ? listed.NextContinuationToken : undefined };
  }

  async removeParts(begunBefore: Date): Promise<number> {
    const where = { Bucket: this.#bucket, Prefix: this.#prefix };
    const { Uploads = [] } = await this.#ask(() => this.#client.send(new ListMultipartUploadsCommand(where)));
    const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated < begunBefore);
    for (const { Key, UploadId } of old) {
      const upload = { Bucket: this.#bucket, Key, UploadId };
      await this.#ask(() => this.#client.send(new AbortMultipartUploadCommand(upload)));
    }
    return old.length;
  }

  /** Lists the range of the names, and requests uploads beyond the listing one by one. */
  async incomplete(uploads: readonly Sized[]): Promise<Set<string>> {
    const sorted = uploads
      .map(({ key, size }) => ({ id: key.id, key, path: this.#keyOf(key), size }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
    const listed =
      sorted.length > ASKED_MAX ? await this.#lengths(sorted.map(({ path }) => path)) : undefined;
    const found = new Set<string>();
    const unlisted: typeof sorted = [];
    for (const upload of sorted) {
      const length = listed?.lengths.get(upload.path);
      const isReached = length !== undefined || (listed !== undefined && upload.path <= listed.end);
      if (!isReached) unlisted.push(upload);
      else if (length !== upload.size) found.add(upload.id);
    }
    for (let from = 0; from < unlisted.length; from += AT_ONCE) {
      const some = unlisted.slice(from, from + AT_ONCE).map(async ({ id, key, size }) => {
        if ((await this.examine(key, { size, sha256: undefined })) !== undefined) found.add(id);
      });
      await Promise.all(some);
    }
    return found;
  }

  /** The listed sizes around sorted paths, and the path up to which the listing is complete. */
  async #lengths(paths: readonly string[]): Promise<{ lengths: Map<string, number>; end: string }> {
    const [first = '', last = ''] = [paths[0], paths.at(-1)];
    const lengths = new Map<string, number>();
    let [after, end] = [first.slice(0, -1), ''];
    for (let answers = 2 + paths.length / LISTED_AT_ONCE; answers > 0 && end < last; answers -= 1) {
      const where = { Bucket: this.#bucket, Prefix: this.#prefix, StartAfter: after };
      const { Contents = [], IsTruncated } = await this.#ask(() =>
        this.#client.send(new ListObjectsV2Command(where)),
      );
      for (const { Key = '', Size = 0 } of Contents) lengths.set(Key, Size);
      after = Contents.at(-1)?.Key ?? after;
      end = IsTruncated ? after : last;
    }
    return { lengths, end };
  }

  /** Compares the size only: S3 checks what it stores, and reading it costs traffic. */
  async examine(key: BlobKey, { size }: Expected): Promise<string | undefined> {
    const length = await this.lengthOf(key);
    if (length === undefined) return `${this.#named(key)} is missing.`;
    return length === size
      ? undefined
      : `${this.#named(key)} has ${String(length)} of ${String(size)} bytes.`;
  }

  lengthOf(key: BlobKey): Promise<number | undefined> {
    const head = new HeadObjectCommand(this.#at(this.#keyOf(key)));
    return this.#unlessAbsent(async () => (await this.#client.send(head)).ContentLength);
  }

  mark(): Promise<string | undefined> {
    const command = new GetObjectCommand(this.#at(`${this.#prefix}${MARK}`));
    return this.#unlessAbsent(async () => {
      const { Body } = await this.#client.send(command);
      return (await Body?.transformToString())?.trim();
    });
  }

  /** Every replica writes the mark with the same id, so that the order does not matter. */
  async leaveMark(id: string): Promise<string> {
    if ((await this.mark()) === undefined) await this.#put(`${this.#prefix}${MARK}`, Buffer.from(`${id}\n`));
    return (await this.mark()) ?? '';
  }

  close(): Promise<void> {
    this.#client.destroy();
    return Promise.resolve();
  }

  #keyOf({ name, id }: BlobKey): string {
    return `${this.#prefix}${name}.${id}`;
  }

  #named(key: BlobKey): string {
    return `s3://${this.#bucket}/${this.#keyOf(key)}`;
  }

  #at(Key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key };
  }

  async #put(key: string, bytes: Buffer): Promise<void> {
    const body = { Body: bytes, ContentLength: bytes.length, ContentMD5: md5(bytes) };
    await this.#ask(() => this.#client.send(new PutObjectCommand({ ...this.#at(key), ...body })));
  }

  async #uploadParts(key: string, first: Buffer, rest: AsyncIterable<Buffer>): Promise<void> {
    const at = this.#at(key);
    const { UploadId } = await this.#ask(() => this.#client.send(new CreateMultipartUploadCommand(at)));
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    const send = async (bytes: Buffer) => {
      const PartNumber = Parts.length + 1;
      const part = { ...at, UploadId, PartNumber, Body: bytes, ContentMD5: md5(bytes) };
      const { ETag } = await this.#ask(() => this.#client.send(new UploadPartCommand(part)));
      Parts.push({ ETag, PartNumber });
    };
    try {
      await send(first);
      for await (const bytes of rest) await send(bytes);
      const complete = { ...at, UploadId, MultipartUpload: { Parts } };
      await this.#ask(() => this.#client.send(new CompleteMultipartUploadCommand(complete)));
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
      throw error;
    }
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explained(this.place, error);
    }
  }

  #unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#ask(() =>
      work().catch((error: unknown) => {
        if (isAbsent(error)) return undefined;
        throw error;
      }),
    );
  }
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('base64');
