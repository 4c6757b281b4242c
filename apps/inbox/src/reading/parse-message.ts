import { simpleParser } from 'mailparser';
import type { Attachment, SimpleParserOptions } from 'mailparser';
import { textOfHtml } from './html-text.ts';
import { readHead } from './mail-head.ts';
import type { MailHead } from './mail-head.ts';

/** Something a mail or an archive carries. */
export interface Part {
  /** As declared; says little. */
  mediaType: string;
  name: string;
  charset: string | undefined;
  bytes: Buffer;
}

/** One mail, taken apart on its own level; mails inside it are parts. */
export interface Message {
  head: MailHead;
  subject: string;
  sender: string;
  text: string;
  parts: Part[];
}

/** Embedded mails come as parts, so that there is one way to look into them. */
const OPTIONS: SimpleParserOptions & { ignoreEmbedded: boolean } = {
  ignoreEmbedded: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
};

/** Takes a mail apart. @throws Error for what is no mail at all, with code EMAXLEN for too many parts or headers */
export async function parseMessage(raw: Buffer): Promise<Message> {
  const parsed = await simpleParser(raw, OPTIONS);
  const head = readHead(raw);
  return {
    head,
    subject: parsed.subject ?? '',
    sender: parsed.from?.value[0]?.address ?? parsed.from?.text ?? '',
    text: parsed.text ?? textOfHtml(parsed.html),
    parts: parsed.attachments.map(partOf),
  };
}

function partOf(attachment: Attachment): Part {
  const { contentType, filename = '', content, headers } = attachment;
  const declared = headers.get('content-type') as { params?: Record<string, string> } | undefined;
  return {
    mediaType: contentType.toLowerCase(),
    name: filename,
    charset: declared?.params?.['charset'],
    bytes: content,
  };
}
