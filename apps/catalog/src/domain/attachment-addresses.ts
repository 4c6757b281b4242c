import type { Attachment } from '@estate/contracts';

const PATH = '/attachments/';

/** By which a property names an uploaded attachment; the address of the API is added when it is shown, because it can change. */
export const urlOfUpload = (id: string): string => `${PATH}${id}`;

/** The id of the uploaded attachment that a stored URL names; undefined for an address of the customer's. */
export const uploadIdOf = (url: string): string | undefined =>
  url.startsWith(PATH) ? url.slice(PATH.length) : undefined;

/** The addresses of uploaded attachments, which are below that of the API. */
export class AttachmentAddresses {
  readonly #base: string;
  readonly #host: string;
  readonly #path: string;

  constructor(publicUrl: string) {
    const { origin, host, pathname } = new URL(publicUrl);
    const path = pathname.replace(/(?<!\/)\/+$/, '');
    this.#base = `${origin}${path}`;
    this.#host = host;
    this.#path = `${path}${PATH}`;
  }

  /** The URL as customers see it. */
  shown(url: string): string {
    return uploadIdOf(url) === undefined ? url : `${this.#base}${url}`;
  }

  /** The URL as it is stored. Whatever is below the address of the API is never fetched over the network. */
  stored(url: string): string {
    const { host, pathname } = new URL(url);
    if (host !== this.#host || !pathname.startsWith(this.#path)) return url;
    return urlOfUpload(pathname.slice(this.#path.length));
  }
}

/** The attachments with other addresses. */
export const withAddresses = (
  attachments: readonly Attachment[],
  address: (url: string) => string,
): Attachment[] =>
  attachments.map(({ url, watermarkUrl, ...rest }) => ({
    ...rest,
    url: address(url),
    ...(watermarkUrl !== undefined && { watermarkUrl: address(watermarkUrl) }),
  }));

/** The input with the addresses as they are stored. */
export const withStoredAddresses = <T extends { attachments?: Attachment[] | undefined }>(
  input: T,
  addresses: Pick<AttachmentAddresses, 'stored'>,
): T =>
  input.attachments
    ? { ...input, attachments: withAddresses(input.attachments, (url) => addresses.stored(url)) }
    : input;
