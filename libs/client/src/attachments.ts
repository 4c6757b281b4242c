import { segment } from './resource.ts';
import type { CallOptions, FileContent, Transport } from './transport.ts';

/** The files that came with imports. A property names one by its address, `/attachments/{id}`. */
export class Attachments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The file as it was uploaded, with its metadata and without a watermark. @throws ApiError, ConnectionError */
  get(id: string, options?: CallOptions): Promise<FileContent> {
    return this.#transport.file({ method: 'GET', path: `/attachments/${segment(id)}`, options });
  }
}
