import { createTransport } from 'nodemailer';

export interface Sending {
  port: number;
  to: string | string[];
  raw: Buffer;
  /** Accept any certificate, and insist on TLS. */
  startTls?: boolean;
}

/** Sends an email as a portal's server would. @throws Error with `responseCode` when it is refused */
export async function send({ port, to, raw, startTls = false }: Sending): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ...(startTls ? { requireTLS: true, tls: { rejectUnauthorized: false } } : { ignoreTLS: true }),
  });
  try {
    await transport.sendMail({ envelope: { from: 'portal@portal.example', to }, raw });
  } finally {
    transport.close();
  }
}
