import { setTimeout as sleep } from 'node:timers/promises';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '@estate/errors';
import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { log } from '../log.ts';
import { parsed } from '../parsed.ts';
import { objectUrl } from './object-url.ts';
import { reportBody, reportFile } from './report-body.ts';
import type { ReportedChange } from './report-body.ts';

const FROM = '"Portal Eins" <import@portal-eins.example>';
const ATTEMPTS = 120;
const AGAIN_MS = 500;

/** The reports of the portal to one user, and the objects that it refuses; without a format it sends none. */
const ReportOrder = z.strictObject({
  user: z.string(),
  format: z.enum(['feedback', 'text', 'csv']).optional(),
  /** True if it reports the opposite of the result. */
  isWrong: z.boolean().default(false),
  times: z.int().min(1).max(5).default(1),
  /** The address of the portal's pages; reports as CSV then link each object. */
  siteUrl: z.url().optional(),
  /** The folder of the user in which it writes files instead of sending emails. */
  folder: z.string().regex(/^\w+$/).optional(),
  afterMs: z.int().min(0).max(600_000).default(0),
  /** The words with which an object is refused, by its number. */
  refusals: z.record(z.string(), z.string().min(1)).default({}),
});
type ReportOrder = z.output<typeof ReportOrder>;

/** A report that was sent, or written into a folder. */
export interface SentReport {
  user: string;
  packageName: string;
  to: string;
}

interface Imported {
  /** The folder that the user sees over FTP. */
  root: string;
  user: string;
  packageName: string;
  /** The address in the package for reports. */
  to: string | undefined;
  changes: readonly ReportedChange[];
}

const reportedOf = ({ user, packageName, changes }: Imported, { isWrong, siteUrl }: ReportOrder) => ({
  ...{ packageName, isWrong, changes },
  linkOf: (number: string) =>
    siteUrl === undefined ? '' : new URL(objectUrl({ user, number }), siteUrl).href,
});

/** The reports of a portal, which real ones send after an import. */
export class PortalReports {
  readonly #orders = new Map<string, ReportOrder>();
  readonly #sent: SentReport[] = [];
  readonly #smtp: { host: string; port: number } | undefined;

  constructor(smtp: { host: string; port: number } | undefined) {
    this.#smtp = smtp;
  }

  /** @throws InvalidInput without a mail server */
  order(given: unknown): void {
    const order = parsed(ReportOrder, given);
    if (order.format && order.folder === undefined && !this.#smtp)
      throw new InvalidInput('The portal was started without a mail server.');
    this.#orders.set(order.user, order);
  }

  /** The words for the refusal of a user's object, if it is refused. */
  refusal(user: string, number: string): string | undefined {
    return this.#orders.get(user)?.refusals[number];
  }

  sent(): readonly SentReport[] {
    return this.#sent;
  }

  /** Reports an import as ordered. */
  imported(done: Imported): void {
    const order = this.#orders.get(done.user);
    if (!order?.format) return;
    const isMailed = order.folder === undefined;
    if (isMailed && (done.to === undefined || !this.#smtp)) return;
    const sending = () =>
      (isMailed ? this.#send(done, order) : this.#write(done, order)).catch((error: unknown) =>
        log(`report: ${String(error)}`),
      );
    setTimeout(() => void sending(), order.afterMs).unref();
  }

  async #write(done: Imported, order: ReportOrder): Promise<void> {
    const { format = 'text', folder = '', times } = order;
    const { root, user, packageName } = done;
    const directory = join(root, folder);
    await mkdir(directory, { recursive: true });
    for (let time = 0; time < times; time += 1) {
      const { name, content } = reportFile(format, reportedOf(done, order));
      await writeFile(join(directory, `${packageName}.${time}.${name}`), content);
      this.#sent.push({ user, packageName, to: folder });
    }
  }

  async #send(done: Imported, order: ReportOrder): Promise<void> {
    const { user, packageName, to = '' } = done;
    const { format = 'text', times } = order;
    for (let time = 0; time < times; time += 1) {
      await this.#deliver({ from: FROM, to, ...reportBody(format, reportedOf(done, order)) });
      this.#sent.push({ user, packageName, to });
    }
  }

  /** Sends an email. A receiver that does not accept it now gets it later, as from any mail server; perhaps twice. */
  async #deliver(mail: SendMailOptions): Promise<void> {
    const transport = createTransport({ ...this.#smtp, secure: false, ignoreTLS: true });
    for (let left = ATTEMPTS - 1; ; left -= 1) {
      try {
        await transport.sendMail(mail);
        transport.close();
        return;
      } catch (error) {
        if (left === 0) throw error;
        await sleep(AGAIN_MS, undefined, { ref: false });
      }
    }
  }
}
