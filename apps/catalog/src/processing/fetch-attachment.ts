import { STATUS_CODES } from 'node:http';
import { MAX_ATTACHMENT_BYTES } from '@estate/contracts';
import { classifyNetworkError, download } from '@estate/egress';
import type { Download, GuardedAgent } from '@estate/egress';
import { hostOf, withSpan } from '@estate/observability';
import type { SpanAbout } from '@estate/observability';
import type { Bytes } from '@estate/persistence';
import { conditionalHeaders, isSameVersion } from '../domain/attachment.ts';
import type { FetchedAttachment, MediaType, Version } from '../domain/attachment.ts';
import { failureOfNetwork, failureOfStatus, silentHost } from '../domain/attachment-failure.ts';
import type { FetchResult } from '../domain/processing.ts';
import type { Published } from '../images/image-orders.ts';
import type { ImageProcesses } from '../images/image-processes.ts';
import type { Marks } from '../images/render-image.ts';
import { writeStream } from '../images/write-parts.ts';
import type { WrittenFile } from '../images/write-parts.ts';
import type { SilentHosts } from './silent-hosts.ts';

const MAX_REDIRECTS = 3;
/** Some hosts refuse a program that does not name itself. */
const USER_AGENT = 'estate-attachments/1';

export interface FetchDeps {
  agent: GuardedAgent;
  bytes: Pick<Bytes, 'touch' | 'putFile' | 'putNewFile'>;
  images: Pick<ImageProcesses, 'inspect' | 'take'>;
  hosts: Pick<SilentHosts, 'ask' | 'silentForMs'>;
  timeoutMs: number;
}

export interface Wanted {
  accountId: string;
  url: string;
  before: FetchedAttachment | undefined;
  /** Where its bytes are put when they are fetched. */
  path: string;
  /** The rendition to make of bytes with this SHA-256 when they are inspected; undefined when none is needed yet. */
  renditionOf: (sha256: string) => FirstRendition | undefined;
  signal: AbortSignal;
}

export interface FirstRendition {
  key: string;
  marks: Marks;
  /** Where its bytes are put. */
  target: string;
}

/** The rendition that was made when the bytes were inspected. */
export interface MadeFirst extends FirstRendition {
  made: Published;
}

export type FetchedNow = FetchResult & { first?: MadeFirst };

/**
 * Fetches an attachment unless it is unchanged, checks that it can be read, and stores its bytes. A host that did not answer for
 * other attachments a moment ago is not asked.
 */
export async function fetchAttachment(deps: FetchDeps, wanted: Wanted): Promise<FetchedNow> {
  const { hosts } = deps;
  const alreadySilentForMs = hosts.silentForMs(wanted);
  if (alreadySilentForMs !== undefined) return { failure: silentHost(alreadySilentForMs) };
  const result = await hosts.ask(wanted, () => fetchFrom(deps, wanted), isSilence);
  const silentForMs = hosts.silentForMs(wanted);
  if (!('failure' in result) || silentForMs === undefined || !isSilence(result)) return result;
  return { failure: { ...result.failure, silentForMs } };
}

const isSilence = (result: FetchResult): boolean => 'failure' in result && result.failure.isSilence === true;

async function fetchFrom(deps: FetchDeps, wanted: Wanted): Promise<FetchedNow> {
  const kept = wanted.before && (await deps.bytes.touch(wanted.before.sha256)) ? wanted.before : undefined;
  const answer = await begin(deps, wanted, kept);
  if ('failure' in answer) return answer;
  const version = versionOf(answer);
  if (kept && (answer.statusCode === 304 || (answer.statusCode === 200 && isSameVersion(kept, version)))) {
    await answer.discard();
    return { fetched: kept };
  }
  if (answer.statusCode !== 200) {
    await answer.discard();
    return { failure: failureOfStatus(answer.statusCode, STATUS_CODES[answer.statusCode]) };
  }
  return keep(deps, { ...wanted, answer, version });
}

const spanOf = (url: string): SpanAbout => ({
  name: 'GET attachment',
  kind: 'client',
  attributes: { 'http.request.method': 'GET', 'server.address': hostOf(url) },
});

/** As browsers read a URL with white space: tabs and line breaks are left out, and everything else is encoded. */
const encoded = (url: string): string => new URL(url).href;

async function begin(
  { agent, timeoutMs }: FetchDeps,
  { url, signal }: Wanted,
  kept: FetchedAttachment | undefined,
): Promise<Download | Failed> {
  const headers = { 'user-agent': USER_AGENT, ...(kept && conditionalHeaders(kept)) };
  const limits = { timeoutMs, maxBytes: MAX_ATTACHMENT_BYTES, maxRedirects: MAX_REDIRECTS };
  return withNetworkFailure(signal, () =>
    withSpan(spanOf(url), () => download(agent, { url: encoded(url), headers, signal, ...limits })),
  );
}

type Failed = Extract<FetchResult, { failure: unknown }>;

/** Only an error of the network is a failure of the attachment; a full disk is an internal error. */
async function withNetworkFailure<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return { failure: failureOfNetwork(classifyNetworkError(error)) };
  }
}

interface Arriving extends Wanted {
  answer: Download;
  version: Version;
}

async function keep(deps: FetchDeps, arriving: Arriving): Promise<FetchedNow> {
  const { url, path, signal, answer, version } = arriving;
  const saved = await save(answer, path, signal);
  if ('failure' in saved) return saved;
  const first = arriving.renditionOf(saved.sha256);
  const read = await inspect(deps, arriving, first);
  if ('failure' in read) return read;
  const { mediaType, published } = read;
  const put = arriving.before?.sha256 === saved.sha256 ? 'putFile' : 'putNewFile';
  await deps.bytes[put](saved.sha256, { path, ...saved }, { mediaType });
  const fetched = { url, ...saved, mediaType, ...version };
  return { fetched, ...(first && published && { first: { ...first, made: published } }) };
}

/** One order to the process that reads images where two would follow each other. */
async function inspect(
  { images }: FetchDeps,
  { accountId, path, signal }: Arriving,
  first: FirstRendition | undefined,
): Promise<Failed | { mediaType: MediaType; published?: Published }> {
  if (!first) return images.inspect(path, { accountId, signal });
  const { marks, target } = first;
  return images.take({ path, marks, target }, { accountId, signal });
}

/** Writes the answer into a file; its length is bounded, so that only the disk holds it. */
async function save(answer: Download, path: string, signal: AbortSignal): Promise<WrittenFile | Failed> {
  let failed: Failed | undefined;
  async function* received(): AsyncGenerator<Buffer, void> {
    const chunks = answer.body[Symbol.asyncIterator]();
    for (;;) {
      const next = await withNetworkFailure(signal, () => chunks.next());
      if ('failure' in next) failed = next;
      if ('failure' in next || next.done) return;
      yield next.value;
    }
  }
  try {
    const written = await writeStream(path, received());
    return failed ?? written;
  } finally {
    await answer.discard();
  }
}

function versionOf({ headers }: Download): Version {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(typeof etag === 'string' && { etag }),
    ...(typeof lastModified === 'string' && { lastModified }),
  };
}
