import type { ReportFolderProblem } from '@estate/contracts';
import type { OutgoingMessage } from '@estate/messaging';
import type { Collection, DueWork, Filter } from '@estate/persistence';
import { afterReport } from '../../domain/reporting.ts';
import type { TargetRecord } from '../../domain/target.ts';
import { NOT_STOPPED, VISIBLE, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';
import { writeAndSend } from './write-and-send.ts';
import type { AnnouncedTargets } from './write-and-send.ts';

/** Folders beyond this number are read after those before them. */
const FOLDERS_MAX = 1000;

interface FolderReading {
  dueAt: Date;
  readAt: Date;
  problem: Omit<ReportFolderProblem, 'since'> | undefined;
}

interface Upload {
  at: Date;
  missedAt: Date | undefined;
  folderDueAt: Date | undefined;
}

/** Where platforms report: addresses, report folders, and what is expected of them. */
export class TargetReports {
  readonly #targets: AnnouncedTargets;
  readonly #docs: Collection<TargetDoc>;

  constructor(targets: AnnouncedTargets) {
    this.#targets = targets;
    this.#docs = targets.docs;
  }

  /** The target of any account with this report address; also a deleted one while its account is being closed. */
  async find(reportEmailId: string): Promise<TargetRecord | null> {
    const doc = await this.#docs.findOne({
      reportEmailId,
      $or: [VISIBLE, { closing: { $exists: true } }],
    });
    return doc && fromTargetDoc(doc);
  }

  /** Targets of portals that an earlier version has saved without an address. */
  async without(limit: number): Promise<string[]> {
    const filter = { credentials: { $exists: true }, reportEmailId: { $exists: false }, ...VISIBLE };
    const docs = await this.#docs
      .find(filter, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  /** Gives a target its address, once. */
  async give(id: string, reportEmailId: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, reportEmailId: { $exists: false } }, { $set: { reportEmailId } });
  }

  /** Something was uploaded. */
  async uploaded(id: string, { at, missedAt, folderDueAt }: Upload): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $set: { 'reporting.uploadedAt': at } });
    if (folderDueAt) {
      // Uploads in a row do not put the reading off.
      const isLater = { _id: id, 'reportFolder.dueAt': { $not: { $lte: folderDueAt } } };
      await this.#docs.updateOne(isLater, { $set: { 'reportFolder.dueAt': folderDueAt } });
    }
    await this.#docs.updateOne(
      { _id: id, 'reporting.unansweredSince': { $exists: false } },
      { $set: { 'reporting.unansweredSince': at, ...(missedAt && { 'reporting.missedAt': missedAt }) } },
    );
  }

  /** The platform has reported; a report that comes again answers no later upload. */
  async answered({ id, reporting = {} }: Pick<TargetRecord, 'id' | 'reporting'>, at: Date): Promise<void> {
    const after = afterReport(reporting, at);
    if (!after) return;
    await this.#docs.updateOne(
      { _id: id, 'reporting.unansweredSince': reporting.unansweredSince },
      {
        $set: { 'reporting.count': after.count, 'reporting.usualMs': after.usualMs },
        $unset: {
          'reporting.unansweredSince': '',
          'reporting.missedAt': '',
          'reporting.silentSince': '',
        },
      },
    );
  }

  /** Targets whose platforms have reported nothing for longer than usual, as far as their report folders were read since then. */
  async missed(now: Date, limit: number): Promise<TargetRecord[]> {
    const missed: TargetRecord[] = [];
    for await (const doc of this.#docs.find({ 'reporting.missedAt': { $lte: now }, ...VISIBLE })) {
      if (!mayLieUnread(doc)) missed.push(fromTargetDoc(doc));
      if (missed.length === limit) break;
    }
    return missed;
  }

  /** The platform counts as silent until it reports, with its event; false if it has reported meanwhile. */
  async silent(
    { id, reporting }: Pick<TargetRecord, 'id' | 'reporting'>,
    since: Date,
    event: OutgoingMessage,
  ): Promise<boolean> {
    const silent = await writeAndSend(
      this.#targets,
      { _id: id, 'reporting.missedAt': reporting?.missedAt, ...VISIBLE },
      {
        $set: { 'reporting.silentSince': since },
        $unset: { 'reporting.missedAt': '' },
        $push: { outbox: event },
      },
    );
    return silent !== null;
  }

  /** The targets whose report folders are due and can be read. */
  foldersDue(now: Date): Promise<DueWork[]> {
    return this.#foldersDue(now, {});
  }

  /** The target, if its report folder is due and can be read. */
  async folderDue(id: string, now: Date): Promise<DueWork | null> {
    const [due] = await this.#foldersDue(now, { _id: id });
    return due ?? null;
  }

  async #foldersDue(now: Date, filter: Filter<TargetDoc>): Promise<DueWork[]> {
    const docs = await this.#docs
      .find(
        {
          'reportFolder.dueAt': { $lte: now },
          retryAt: { $lte: now },
          ...NOT_STOPPED,
          ...VISIBLE,
          ...filter,
        },
        { projection: { accountId: 1, reportFolder: 1 } },
      )
      .sort({ 'reportFolder.dueAt': 1 })
      .limit(FOLDERS_MAX)
      .toArray();
    return docs.flatMap(({ _id: id, accountId, reportFolder }) =>
      reportFolder ? [{ id, accountId, dueAt: reportFolder.dueAt }] : [],
    );
  }

  /** A report folder was read, or could not be: then the problem is shown until it can be read again. */
  async folderRead(id: string, { dueAt, readAt, problem }: FolderReading): Promise<void> {
    const read = {
      'reportFolder.dueAt': dueAt,
      ...(!problem && { 'reportFolder.readAt': readAt }),
    };
    if (!problem) {
      await this.#docs.updateOne({ _id: id }, { $set: read, $unset: { reportFolderProblem: '' } });
      return;
    }
    const isNew = { _id: id, 'reportFolderProblem.message': { $ne: problem.message } };
    await this.#docs.updateOne(isNew, { $set: { reportFolderProblem: { ...problem, since: readAt } } });
    await this.#docs.updateOne({ _id: id }, { $set: read });
  }

  /** The folder is read later, because it could not be read for a reason of ours. */
  async postponeFolder(id: string, dueAt: Date): Promise<void> {
    await this.#docs.updateOne(
      { _id: id, reportFolder: { $exists: true } },
      { $set: { 'reportFolder.dueAt': dueAt } },
    );
  }

  /** Neither the profile nor the settings name a folder any more. */
  async withoutFolder(id: string): Promise<void> {
    await this.#docs.updateOne({ _id: id }, { $unset: { reportFolder: '', reportFolderProblem: '' } });
  }
}

/** True if the report that is missed may lie in the report folder of its target. */
function mayLieUnread({ reportFolder, reportFolderProblem, reporting }: TargetDoc): boolean {
  if (!reportFolder) return false;
  const { readAt } = reportFolder;
  return !readAt || !reporting?.missedAt || readAt < reporting.missedAt || reportFolderProblem !== undefined;
}
