import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '@estate/contracts';
import type { ProcessingFailure } from '@estate/contracts';
import { DECODED_TYPES } from './attachment.ts';

/** Why an attachment is refused; `words` continue "attachments.0 (https://…)"; a transient failure is retried. */
export interface AttachmentFailure {
  code: ProcessingFailure['failureCode'];
  words: string;
  transient: boolean;
  /** The host did not answer in time. */
  isSilence?: boolean;
  /** The host is not asked again before this time has passed. */
  silentForMs?: number;
}

const final = (code: AttachmentFailure['code'], words: string): AttachmentFailure => ({
  code,
  words,
  transient: false,
});

const GONE = new Set([404, 410]);
/** A property names an uploaded attachment that its account does not have. */
export const uploadUnknown: AttachmentFailure = final(
  'attachment_not_found',
  'is not an uploaded attachment of this account. It was never uploaded, or it was removed because no property used it. Upload the file again, or set a URL from which it can be fetched',
);

/** The byte store has lost the file, which only its owner can upload again. */
export const uploadLost: AttachmentFailure = final(
  'attachment_not_found',
  'is no longer stored. Upload the file again, or set a URL from which it can be fetched',
);

const TRANSIENT_STATUS = new Set([408, 425, 429]);

/** The failure that a status without an attachment means. */
export function failureOfStatus(statusCode: number, reason?: string): AttachmentFailure {
  const words = `returned ${[statusCode, reason].filter(Boolean).join(' ')}`;
  if (GONE.has(statusCode)) return final('attachment_not_found', words);
  return {
    code: 'attachment_unreachable',
    words,
    transient: statusCode >= 500 || TRANSIENT_STATUS.has(statusCode),
  };
}

const FINAL_NETWORK = new Set([
  'protocol_error',
  'tls_certificate_expired',
  'tls_wrong_host',
  'tls_untrusted',
  'tls_failed',
]);

/** A name server answers at once that a name does not exist; `dns_failed` means that no name server answered. */
const SILENCE = new Set(['timeout', 'connect_timeout', 'dns_failed']);

/** Its host did not answer in time for another attachment a moment ago. */
export const silentHost = (silentForMs: number): AttachmentFailure => ({
  code: 'attachment_unreachable',
  words: 'was not fetched, because its host did not respond in time for other attachments',
  transient: true,
  silentForMs,
});

interface NetworkError {
  code: string;
  /** The code, or a finer one. */
  kind?: string;
  message: string;
}

/** The failure that an error of the network means. */
export function failureOfNetwork({ code, kind, message }: NetworkError): AttachmentFailure {
  if (code === 'too_large') return tooLarge;
  if (code === 'address_forbidden') {
    return final(
      'attachment_address_forbidden',
      'cannot be fetched, because its host, scheme or port is not allowed',
    );
  }
  const words = `could not be fetched: ${message.replace(/\.$/, '')}`;
  const isSilence = SILENCE.has(kind ?? code);
  return {
    code: 'attachment_unreachable',
    words,
    transient: !FINAL_NETWORK.has(code),
    ...(isSilence && { isSilence }),
  };
}

export const tooLarge: AttachmentFailure = final(
  'attachment_too_large',
  `is larger than ${MAX_ATTACHMENT_BYTES / 1_000_000} MB`,
);

export const unsupportedType = (sniffed: string | undefined): AttachmentFailure =>
  final(
    'attachment_type_unsupported',
    `is ${sniffed ?? 'of an unknown type'}; it must be one of ${ATTACHMENT_TYPES.join(', ')}`,
  );

export const mismatchedType = (declared: string, sniffed: string): AttachmentFailure =>
  final('attachment_type_mismatch', `is declared as ${declared} but is ${sniffed}`);

export const tooManyPixels = (pixels: number): AttachmentFailure =>
  final('attachment_too_large', `has ${Math.ceil(pixels / 1_000_000)} megapixels, more than can be decoded`);

/** Its pixels cannot be changed here, and publishing it without its watermark would be worse. */
export const notMarkable = (mediaType: string): AttachmentFailure =>
  final(
    'attachment_type_unsupported',
    `is ${mediaType}, which cannot carry a watermark; it must be one of ${DECODED_TYPES.join(', ')}`,
  );

export const notAWatermark = (mediaType: string): AttachmentFailure =>
  final(
    'attachment_type_unsupported',
    `is ${mediaType}; a watermark must be one of ${DECODED_TYPES.join(', ')}`,
  );

export const unreadable = (mediaType: string): AttachmentFailure =>
  final('attachment_unreadable', `is damaged and cannot be read as ${mediaType}`);

/** The file needs more memory or time than any honest file, or triggers a defect of the reader. */
export const stopsReader: AttachmentFailure = final(
  'attachment_unreadable',
  'is damaged, or it crashes the program that reads it',
);
