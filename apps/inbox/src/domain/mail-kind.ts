/** The kind of an email without a request, recognized by its headers. */
export type MailKind = 'mail' | 'bounce' | 'auto-reply' | 'newsletter';

type Header = (name: string) => string | undefined;

/** Distinguishes bounces, automatic replies and newsletters from other emails. */
export function kindOf(header: Header): MailKind {
  if (isBounce(header)) return 'bounce';
  if (isAutoReply(header)) return 'auto-reply';
  return isNewsletter(header) ? 'newsletter' : 'mail';
}

function isBounce(header: Header): boolean {
  const type = header('content-type')?.toLowerCase() ?? '';
  if (type.includes('multipart/report') && /delivery-status|disposition-notification/.test(type)) return true;
  return header('return-path')?.trim() === '<>' && /mailer-daemon|postmaster/i.test(header('from') ?? '');
}

function isNewsletter(header: Header): boolean {
  if (header('list-unsubscribe') !== undefined || header('list-id') !== undefined) return true;
  return /^(bulk|list)$/i.test(header('precedence')?.trim() ?? '');
}

function isAutoReply(header: Header): boolean {
  const submitted = header('auto-submitted')?.trim().toLowerCase();
  if (submitted?.startsWith('auto-replied')) return true;
  if (header('x-autoreply') !== undefined || header('x-autorespond') !== undefined) return true;
  if (/^auto_reply$/i.test(header('precedence')?.trim() ?? '')) return true;
  return /^(out of office|automatic reply|auto(-|matische )?(reply|antwort)|abwesenheit)/i.test(
    header('subject')?.trim() ?? '',
  );
}

const NAMES: Record<MailKind, string> = {
  mail: 'The email',
  bounce: 'The email is a delivery report and',
  'auto-reply': 'The email is an automatic reply and',
  newsletter: 'The email is a newsletter or a mailing list message and',
};

/** The beginning of a sentence about the email. */
export const aboutKind = (kind: MailKind): string => NAMES[kind];
