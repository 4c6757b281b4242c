import { UploadedTogetherQuery } from '@estate/contracts';
import type { UploadedTogether } from '@estate/contracts';
import type { AttachmentAddresses } from '../domain/attachment-addresses.ts';
import type { AttachmentFailure } from '../domain/attachment-failure.ts';
import { toUploadedAttachment } from '../domain/uploaded-attachment.ts';
import { writeStream } from '../images/write-parts.ts';
import type { UploadSummary } from '../telemetry.ts';
import { answering, bodyOf, refusalOf, reply } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { FilesOfBody } from './files-of-body.ts';
import { checkUpload, storeUpload } from './save-upload.ts';
import type { ArrivedFile, CheckedFile, SaveDeps, SavedUpload } from './save-upload.ts';
import type { TemporaryFiles } from './temporary-files.ts';

export interface TogetherDeps extends SaveDeps {
  addresses: Pick<AttachmentAddresses, 'shown'>;
  files: Pick<TemporaryFiles, 'lend'>;
  onReceived: (summary: UploadSummary) => void;
}

type Checked = CheckedFile | { failure: AttachmentFailure };

/** Stores the files that one request brings, one behind the other, as attachments of an account. */
export async function receiveTogether(
  deps: TogetherDeps,
  accountId: string,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const { searchParams } = new URL(request.url ?? '/', 'http://internal');
  const query = UploadedTogetherQuery.safeParse(Object.fromEntries(searchParams));
  if (!query.success) {
    reply(response, 400, { error: 'The query is invalid.' });
    return;
  }
  const { sizes } = query.data;
  if (Number(request.headers['content-length']) !== sizes.reduce((sum, size) => sum + size, 0)) {
    reply(response, 400, { error: 'The body must be as long as its files.' });
    return;
  }
  await answering(exchange, deps.onReceived, async (signal) => {
    const files = new FilesOfBody(bodyOf(request));
    const saved = await deps.files.lend(2 * sizes.length, async (paths) => {
      const checked = await checkAll(deps, sizes, (size, place) => {
        const [path = '', target = ''] = paths.slice(2 * place, 2 * place + 2);
        const named = { accountId, about: {}, declaredType: undefined, path, target, signal };
        return arrived(named, files.next(size));
      });
      // Together, so that their documents are written with one command.
      return allOf(checked.map((file) => unlessRefused(deps, file)));
    });
    reply(response, 200, { files: saved.map((each) => answered(deps, each)) } satisfies UploadedTogether);
  });
}

const arrived = async (
  named: Omit<ArrivedFile, 'written'>,
  content: AsyncIterable<Buffer>,
): Promise<ArrivedFile> => ({ ...named, written: await writeStream(named.path, content) });

/** Each file is checked while the next one arrives. None is worked on any more when this has failed. */
async function checkAll(
  deps: TogetherDeps,
  sizes: readonly number[],
  receive: (size: number, place: number) => Promise<ArrivedFile>,
): Promise<Checked[]> {
  const checking: Promise<Checked>[] = [];
  try {
    for (const [place, size] of sizes.entries()) {
      const checked = checkUpload(deps, await receive(size, place));
      // Its failure is seen when all are waited for.
      checked.catch(() => undefined);
      checking.push(checked);
    }
  } finally {
    await Promise.allSettled(checking);
  }
  return Promise.all(checking);
}

const unlessRefused = async (deps: TogetherDeps, file: Checked): Promise<SavedUpload> =>
  'failure' in file ? file : storeUpload(deps, file);

/** Nothing of it goes on when it fails. */
async function allOf<T>(working: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(working);
  return Promise.all(working);
}

function answered(
  { onReceived, addresses }: TogetherDeps,
  saved: SavedUpload,
): UploadedTogether['files'][number] {
  if ('failure' in saved) {
    onReceived('refused');
    return refusalOf(saved.failure);
  }
  onReceived(saved.isNew ? 'stored' : 'known');
  return { url: toUploadedAttachment(saved, addresses).url };
}
