import { describe, expect, it } from 'vitest';
import { PackageUpload } from './package-upload.ts';
import type { SendPackage } from './package-upload.ts';

const ORDER = { file: new File(['<openimmo/>'], 'objects.xml'), sourceId: '', dryRun: true };

/** An upload that is sent by hand. */
function uploadOf() {
  const call: { resolve?: (id: string) => void; reject?: (error: unknown) => void } = {};
  const sent: Parameters<SendPackage>[0][] = [];
  const upload = new PackageUpload(
    (one) =>
      new Promise((resolve, reject) => {
        sent.push(one);
        Object.assign(call, { resolve, reject });
        one.signal.addEventListener('abort', () => reject(one.signal.reason as Error));
      }),
  );
  return { upload, call, sent };
}

describe('the upload of a package', () => {
  it('an upload goes on without a page, and the next page to show it knows how far it is', async () => {
    const { upload, call, sent } = uploadOf();
    const leave = upload.subscribe(() => undefined);
    const id = upload.send(ORDER);
    expect([upload.isShown, upload.now()]).toEqual([true, { state: 'sending', order: ORDER, sentBytes: 0 }]);
    leave();
    sent[0]?.onProgress(7);
    expect([upload.isShown, upload.now()]).toEqual([false, { state: 'sending', order: ORDER, sentBytes: 7 }]);
    call.resolve?.('import-1');
    expect(await id).toBe('import-1');
    expect(upload.now()).toBeUndefined();
  });

  it('an upload that failed is known until that is forgotten', async () => {
    const { upload, call } = uploadOf();
    const id = upload.send(ORDER);
    upload.forgetFailure();
    expect(upload.now()?.state).toBe('sending');
    const error = new TypeError('cut');
    call.reject?.(error);
    await expect(id).rejects.toBe(error);
    expect(upload.now()).toEqual({ state: 'failed', order: ORDER, error });
    upload.forgetFailure();
    expect(upload.now()).toBeUndefined();
  });

  it('an upload that is stopped has not failed', async () => {
    const { upload, sent } = uploadOf();
    let changes = 0;
    upload.subscribe(() => (changes += 1));
    const id = upload.send(ORDER);
    upload.stop();
    await expect(id).rejects.toMatchObject({ name: 'AbortError' });
    expect([upload.now(), sent[0]?.signal.aborted, changes]).toEqual([undefined, true, 2]);
  });
});
