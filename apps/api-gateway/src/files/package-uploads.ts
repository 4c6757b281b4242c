import { request as requestPlainly } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { PACKAGES_PATH, PackageRefusal, StoredPackage } from '@estate/contracts';
import { Conflict, InvalidInput, Unavailable } from '@estate/errors';
import { HttpRefusal } from '@estate/http';

interface PackageUploadsOptions {
  /** Internal address of the importer. */
  importerUrl: string;
}

/** Packages of customers on their way to the importer; the gateway holds no more of them than what is on the wire. */
export class PackageUploads {
  readonly #options: PackageUploadsOptions;

  constructor(options: PackageUploadsOptions) {
    this.#options = options;
  }

  /** @throws HttpRefusal, InvalidInput, Conflict or Unavailable */
  async store(accountId: string, body: Readable): Promise<StoredPackage> {
    const url = new URL(`${PACKAGES_PATH}${accountId}`, this.#options.importerUrl);
    const response = await put(url, body).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    const answered = await text(response).catch((cause: unknown) => {
      throw unavailable(cause);
    });
    if (response.statusCode === 201) return StoredPackage.parse(JSON.parse(answered));
    const refused = PackageRefusal.safeParse(jsonIn(answered));
    if (!refused.success) throw unavailable(`It returned the status ${String(response.statusCode)}.`);
    const { code, message } = refused.data;
    if (code === 'body-too-large') throw new HttpRefusal({ status: 413, code, message });
    if (code === 'import-storage-full') throw new Conflict(message, { code });
    throw new InvalidInput(message, { code });
  }
}

/** Resolves with the response, also when it comes before all of the body was sent. */
function put(url: URL, body: Readable): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestSecurely : requestPlainly;
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'PUT' });
    const cut = () => {
      if (!body.readableEnded) request.destroy(new Error('The caller ended the connection.'));
    };
    body.once('close', cut);
    request.once('error', reject);
    // The caller may have ended the connection before the upload began; nothing would end the request then.
    if (body.destroyed) cut();
    request.once('response', (response) => {
      body.off('close', cut);
      body.unpipe(request);
      // The rest of the body is not needed.
      body.resume();
      resolve(response);
    });
    body.pipe(request);
  });
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const unavailable = (cause: unknown) =>
  new Unavailable('importer is unavailable.', { code: 'service-unavailable', cause });
