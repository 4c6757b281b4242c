import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

/** An email as a portal's server sends it: the recipients of the envelope, and the email itself with LF line endings. */
export interface PlainMail {
  port: number;
  from: string;
  to: readonly string[];
  mail: string;
}

/** Sends an email by SMTP. @throws Error with the reply of the server when it refuses */
export async function sendMail({ port, from, to, mail }: PlainMail): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async () => {
    for (;;) {
      const { value, done } = await replies.next();
      if (done) throw new Error('the mail server closed the connection');
      if (/^[45]/.test(value)) throw new Error(value);
      if (/^\d{3} /.test(value)) return;
    }
  };
  const say = async (line: string) => {
    socket.write(`${line}\r\n`);
    await reply();
  };
  try {
    await once(socket, 'connect');
    await reply();
    await say('EHLO portal.example');
    await say(`MAIL FROM:<${from}>`);
    for (const address of to) await say(`RCPT TO:<${address}>`);
    await say('DATA');
    await say(`${mail.replaceAll('\n', '\r\n')}\r\n.`);
  } finally {
    socket.destroy();
  }
}

const PORTAL = 'portal@portal.example';

/** An inquiry of a portal: a text, and a document that names these people, each by the elements of the document. */
export interface InquiryMail {
  port: number;
  to: readonly string[];
  text: string;
  people: readonly Record<string, string>[];
}

let sent = 0;

export async function sendInquiry({ port, to, text, people }: InquiryMail): Promise<void> {
  sent += 1;
  const boundary = `part-${String(sent)}`;
  const persons = people.map(personOf).join('');
  const document = `<?xml version="1.0"?>\n<openimmo_feedback><objekt><oobj_id>P-1</oobj_id>${persons}</objekt></openimmo_feedback>`;
  const head = [
    `Message-ID: <inquiry-${String(process.pid)}-${String(sent)}@portal.example>`,
    `From: Portal <${PORTAL}>`,
    `To: ${to.join(', ')}`,
    'Subject: Anfrage',
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
  ];
  const parts = [
    `Content-Type: text/plain; charset=utf-8\n\n${text}`,
    `Content-Type: text/xml; name=anfrage.xml\nContent-Disposition: attachment; filename=anfrage.xml\n\n${document}`,
  ];
  const body = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  await sendMail({ port, from: PORTAL, to, mail: `${head.join('\n')}\n\n${body}--${boundary}--` });
}

const personOf = (person: Record<string, string>): string =>
  `<interessent>${Object.entries(person)
    .map(([name, text]) => `<${name}>${text}</${name}>`)
    .join('')}</interessent>`;
