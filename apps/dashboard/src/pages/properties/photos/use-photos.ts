import { useEffect, useState } from 'react';
import { useSpeech } from '../../../text/language.tsx';
import type { KeptDraft } from '../form/kept-drafts.ts';
import { moved } from '../form/moved.ts';
import { isUnfinished, nextRow } from '../form/property-draft.ts';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { hasNews, nameOf, problemOf, withFiles, withUploads } from './photo-rows.ts';
import type { FileProblem } from './photo-rows.ts';
import { smallPicture } from './small-picture.ts';
import { uploads, useUploads } from './uploads.ts';

export interface RejectedFile {
  file: File;
  problem: FileProblem;
}

interface Removed {
  row: AttachmentDraft;
  index: number;
}

/** The attachments of the form, and the actions on them. */
export function usePhotos({ attachments: rows, change, amend }: KeptDraft['files']) {
  const { t } = useSpeech();
  const states = useUploads();
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const [said, setSaid] = useState('');
  const update: Update = (next) => change(({ attachments }) => ({ attachments: next(attachments) }));
  const show: Update = (next) => amend(({ attachments }) => ({ attachments: next(attachments) }));
  useEffect(() => {
    if (hasNews(rows, states)) update((before) => withUploads(before, states));
  });
  const labelOf = (row: AttachmentDraft, index: number) =>
    nameOf(row) ?? t('property.attachment', { number: index + 1 });
  return {
    rows,
    states,
    rejected,
    removed,
    said,
    labelOf,
    add: (files: readonly File[]) => {
      setRejected(files.flatMap((file) => rejectionOf(file)));
      addFiles(
        files.filter((file) => !problemOf(file)),
        { update, show },
      );
    },
    addAddress: () => update((before) => [...before, { ...nextRow(before), isBlueprint: false, kept: {} }]),
    set: (row: AttachmentDraft, part: Partial<AttachmentDraft>) =>
      update((before) => before.map((one) => (one.row === row.row ? { ...one, ...part } : one))),
    move: (from: number, to: number) => {
      const row = rows[from];
      if (!row || from === to) return;
      update((before) => moved(before, from, to));
      setSaid(t('photos.isNow', { name: labelOf(row, from), number: to + 1, count: rows.length }));
    },
    remove: (row: AttachmentDraft, index: number) => {
      if (row.file && isUnfinished(row)) uploads.stop(row.file.key);
      setRemoved((before) => [...before, { row, index }]);
      update((before) => before.filter((one) => one.row !== row.row));
    },
    undo: () => {
      const last = removed.at(-1);
      if (!last) return;
      if (last.row.file && isUnfinished(last.row)) uploads.start(last.row.file.key);
      setRemoved((before) => before.slice(0, -1));
      update((before) => before.toSpliced(last.index, 0, last.row));
    },
  };
}

function rejectionOf(file: File): RejectedFile[] {
  const problem = problemOf(file);
  return problem ? [{ file, problem }] : [];
}

type Update = (next: (rows: readonly AttachmentDraft[]) => readonly AttachmentDraft[]) => void;

interface Updates {
  update: Update;
  /** Updates the rows unless they were saved or discarded meanwhile. */
  show: Update;
}

/** Adds files at once; their previews follow one after another, because each takes the memory of a whole image. */
function addFiles(files: readonly File[], { update, show }: Updates): void {
  const added = files.map((file) => ({ file, key: uploads.add(file) }));
  update((before) =>
    withFiles(
      before,
      added.map(({ key, file: { name, type, size } }) => ({ key, name, type, size })),
    ),
  );
  void showAll(added, show);
}

async function showAll(added: readonly { file: File; key: string }[], show: Update): Promise<void> {
  for (const { file, key } of added) {
    const preview = await smallPicture(file);
    if (preview === undefined) continue;
    show((before) =>
      before.map((row) => (row.file?.key === key ? { ...row, file: { ...row.file, preview } } : row)),
    );
  }
}
