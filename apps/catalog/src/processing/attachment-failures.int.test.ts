import type { Attachment } from '@estate/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hosted } from '../../test/attachment-host.ts';
import { aPicture } from '../../test/picture.ts';
import { openProcessingStage } from '../../test/processing-stage.ts';
import type { ProcessingStage } from '../../test/processing-stage.ts';

let stage: ProcessingStage;
beforeAll(async () => {
  stage = await openProcessingStage();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.host.files.clear();
  stage.deps.timeoutMs = 30_000;
  stage.host.files.set('/good', { body: await aPicture('png') });
});

interface Row {
  what: string;
  code: string;
  words: string;
  /** The answer of the host for `/bad`. */
  answer?: () => Promise<Hosted> | Hosted;
  attachment?: Partial<Attachment>;
  timeoutMs?: number;
}

const redirect = (location: string): Hosted => ({ body: '', status: 302, headers: { location } });
const answering = (answer: NonNullable<Hosted['answer']>): Hosted => ({ body: '', answer });

/** A PNG that says it has 40,000 × 40,000 pixels; its data are few. */
async function bomb(): Promise<Buffer> {
  const small = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  const large = Buffer.from(small);
  large.writeUInt32BE(40_000, 16);
  large.writeUInt32BE(40_000, 20);
  large.writeUInt32BE(crc(large.subarray(12, 29)), 29);
  return large;
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

const heic = async (): Promise<Hosted> => {
  const { readFile } = await import('node:fs/promises');
  return { body: await readFile(new URL('../../test/pictures/with-location.heic', import.meta.url)) };
};

const ROWS: Row[] = [
  { what: 'is not there', code: 'attachment_not_found', words: 'returned 404' },
  {
    what: 'is gone',
    code: 'attachment_not_found',
    words: 'returned 410 Gone',
    answer: () => ({ body: '', status: 410 }),
  },
  {
    what: 'is not for everybody',
    code: 'attachment_unreachable',
    words: 'returned 403',
    answer: () => ({ body: '', status: 403 }),
  },
  {
    what: 'is on a host in trouble',
    code: 'attachment_unreachable',
    words: 'returned 503',
    answer: () => ({ body: '', status: 503 }),
  },
  {
    what: 'is on a host that nobody listens at',
    code: 'attachment_unreachable',
    words: 'could not be fetched',
    attachment: { url: 'http://127.0.0.1:49151/x.jpg' },
  },
  {
    what: 'is on a host without an address',
    code: 'attachment_unreachable',
    words: 'could not be fetched',
    attachment: { url: 'http://nowhere.invalid/x.jpg' },
  },
  {
    what: 'is cut off by its host',
    code: 'attachment_unreachable',
    words: 'could not be fetched',
    answer: () =>
      answering((response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write('beginning', () => response.socket?.destroy());
      }),
  },
  {
    what: 'never ends',
    code: 'attachment_unreachable',
    words: 'not complete in time',
    timeoutMs: 300,
    answer: () => answering((response) => void response.writeHead(200).write('beginning')),
  },
  {
    what: 'redirects four times',
    code: 'attachment_unreachable',
    words: 'could not be fetched',
    answer: () => {
      for (const [from, to] of ['/1', '/2', '/3', '/good'].entries())
        stage.host.files.set(from === 0 ? '/bad' : `/${from}`, redirect(to));
      return redirect('/1');
    },
  },
  {
    what: 'redirects in a circle',
    code: 'attachment_unreachable',
    words: 'could not be fetched',
    answer: () => redirect('/bad'),
  },
  {
    what: 'announces more than 16 MB',
    code: 'attachment_too_large',
    words: 'larger than 16 MB',
    answer: () =>
      answering((response) => void response.writeHead(200, { 'content-length': '16000001' }).write('x')),
  },
  {
    what: 'is more than 16 MB without saying so',
    code: 'attachment_too_large',
    words: 'larger than 16 MB',
    answer: () =>
      answering((response) => {
        for (let sent = 0; sent < 17; sent += 1) response.write(Buffer.alloc(1_000_000));
        response.end();
      }),
  },
  {
    what: 'has more pixels than can be decoded',
    code: 'attachment_too_large',
    words: 'megapixels',
    answer: async () => ({ body: await bomb() }),
  },
  {
    what: 'is a page although its name says it is a picture',
    code: 'attachment_type_unsupported',
    words: 'must be one of image/jpeg',
    answer: () => ({ body: '<!doctype html>', headers: { 'content-type': 'image/jpeg' } }),
  },
  {
    what: 'is a drawing with a script in it',
    code: 'attachment_type_unsupported',
    words: 'must be one of',
    answer: () => ({ body: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' }),
  },
  {
    what: 'is empty',
    code: 'attachment_type_unsupported',
    words: 'unknown type',
    answer: () => ({ body: '' }),
  },
  {
    what: 'is a HEIC that is to carry a watermark',
    code: 'attachment_type_unsupported',
    words: 'cannot carry a watermark',
    answer: heic,
    attachment: { watermarkCaption: '© Office' },
  },
  {
    what: 'is not of the type it is declared as',
    code: 'attachment_type_mismatch',
    words: 'declared as application/pdf but is image/jpeg',
    answer: async () => ({ body: await aPicture('jpeg') }),
    attachment: { type: 'application/pdf' },
  },
  {
    what: 'is a damaged picture',
    code: 'attachment_unreadable',
    words: 'cannot be read as image/jpeg',
    answer: async () => ({ body: (await aPicture('jpeg')).subarray(0, 900) }),
  },
  {
    what: 'is a PDF without its end',
    code: 'attachment_unreadable',
    words: 'cannot be read as application/pdf',
    answer: () => ({ body: `%PDF-1.7\n${'x'.repeat(4000)}` }),
  },
  {
    what: 'is at a private address',
    code: 'attachment_address_forbidden',
    words: 'is not allowed',
    attachment: { url: 'http://127.0.0.2/x.jpg' },
  },
  {
    what: 'redirects to a private address at the third hop',
    code: 'attachment_address_forbidden',
    words: 'is not allowed',
    answer: () => {
      stage.host.files.set('/1', redirect('/2'));
      stage.host.files.set('/2', redirect('http://169.254.169.254/latest/meta-data'));
      return redirect('/1');
    },
  },
  {
    what: 'is at a port of another protocol',
    code: 'attachment_address_forbidden',
    words: 'is not allowed',
    attachment: { url: 'http://127.0.0.1:22/x.jpg' },
  },
];

describe('an attachment', () => {
  it.each(ROWS)(
    'an attachment that $what fails the processing with $code, its index and its URL',
    async (row) => {
      stage.deps.timeoutMs = row.timeoutMs ?? 30_000;
      const answered = await row.answer?.();
      if (answered) stage.host.files.set('/bad', answered);
      const bad = { url: stage.host.url('/bad'), ...row.attachment };
      const property = await stage.processed([{ url: stage.host.url('/good') }, bad]);
      expect(property.processingFailure?.failureCode).toBe(row.code);
      expect(property.processingFailure?.failureMessage).toContain(`attachments.1 (${bad.url}) `);
      expect(property.processingFailure?.failureMessage).toContain(row.words);
      expect(property.processingStatus).toBe('failed');
      expect(property.stored).toContainEqual(expect.objectContaining({ url: stage.host.url('/good') }));
    },
  );

  it('an attachment follows three redirects', async () => {
    stage.host.files.set('/1', redirect('/2'));
    stage.host.files.set('/2', redirect('/3'));
    stage.host.files.set('/3', redirect('/good'));
    expect(await stage.processed([{ url: stage.host.url('/1') }])).toMatchObject({
      processingStatus: 'successful',
    });
  });

  it.each([
    ['blanks', ' ', '%20'],
    ['no-break spaces', '\u00A0', '%C2%A0'],
    ['wide blanks', '\u3000', '%E3%80%80'],
    ['vertical tabs', '\v', '%0B'],
    ['tabs', '\t', ''],
    ['line breaks', '\r\n', ''],
  ])(
    'an attachment whose URL contains %s is fetched as a browser would fetch it',
    async (_what, space, sent) => {
      stage.host.files.set(`/my${sent}photos/with${sent}space.png`, { body: await aPicture('png') });
      const url = stage.host.url(`/my${space}photos/with${space}space.png`);
      expect(await stage.processed([{ url }])).toMatchObject({ processingStatus: 'successful' });
    },
  );

  it('an attachment on a host that answers 403 to a program without a name is fetched', async () => {
    const picture = await aPicture('png');
    stage.host.files.set(
      '/named',
      answering((response) => {
        const isNamed = response.req.headers['user-agent'] !== undefined;
        response.writeHead(isNamed ? 200 : 403).end(isNamed ? picture : '');
      }),
    );
    expect(await stage.processed([{ url: stage.host.url('/named') }])).toMatchObject({
      processingStatus: 'successful',
    });
  });

  it('an attachment is asked for in the name of this service', async () => {
    await stage.processed([{ url: stage.host.url('/good') }]);
    expect(stage.host.answers.at(-1)?.headers['user-agent']).toBe('estate-attachments/1');
  });

  it('an attachment fails in the name of its watermark when that is at fault', async () => {
    const watermarkUrl = stage.host.url('/no-logo');
    const property = await stage.processed([{ url: stage.host.url('/good'), watermarkUrl }]);
    expect(property.processingFailure).toMatchObject({ failureCode: 'attachment_not_found' });
    expect(property.processingFailure?.failureMessage).toContain(
      `attachments.0.watermarkUrl (${watermarkUrl}) `,
    );
  });
});
