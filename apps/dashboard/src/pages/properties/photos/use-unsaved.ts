import { useEffect, useState } from 'react';
import type { AttachmentDraft } from '../form/property-draft.ts';
import type { KeptDraft } from '../form/kept-drafts.ts';
import { unsavedAt, unsavedOf, withRestored } from './photo-rows.ts';
import type { UnsavedFiles } from './photo-rows.ts';

const NOTHING: UnsavedFiles = { uploaded: [], lost: 0 };

const isNothing = ({ uploaded, lost }: UnsavedFiles): boolean => uploaded.length === 0 && lost === 0;

/** Uploaded files of an earlier draft of this form that were never saved, and a way to restore them. */
export function useUnsaved({ attachments, change, isRestored, unsavedFilesKey }: KeptDraft['files']) {
  const [earlier, setEarlier] = useState(() => (isRestored ? NOTHING : read(unsavedFilesKey)));
  useEffect(() => {
    const { uploaded, lost } = unsavedOf(attachments);
    write(unsavedFilesKey, { uploaded: [...earlier.uploaded, ...uploaded], lost: earlier.lost + lost });
  }, [attachments, earlier, unsavedFilesKey]);
  return {
    earlier: isNothing(earlier) ? undefined : earlier,
    forget: () => setEarlier(NOTHING),
    restore: () => {
      change(({ attachments: rows }) => ({ attachments: withRestored(rows, earlier.uploaded) }));
      setEarlier(NOTHING);
    },
  };
}

function read(key: string): UnsavedFiles {
  const stored = sessionStorage.getItem(key);
  return stored === null ? NOTHING : unsavedAt(JSON.parse(stored) as UnsavedFiles, new Date());
}

function write(key: string, files: UnsavedFiles): void {
  if (isNothing(files)) {
    sessionStorage.removeItem(key);
    return;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(files));
  } catch {
    // The browser stores only a few megabytes: the addresses matter more than the previews.
    sessionStorage.setItem(
      key,
      JSON.stringify({ ...files, uploaded: files.uploaded.map(withoutPreview) } satisfies UnsavedFiles),
    );
  }
}

function withoutPreview({ file, ...row }: AttachmentDraft): AttachmentDraft {
  if (!file) return row;
  const { preview: _preview, ...rest } = file;
  return { ...row, file: rest };
}
