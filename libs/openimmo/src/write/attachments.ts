import type { Link } from '@estate/contracts';
import { element, group, leaf, type XmlElement } from './xml.ts';

export type FormatNames = 'media-type' | 'extension';

/** A file that belongs to the object. */
export interface PackagedFile {
  /** The name inside the package; for a remote file, its URL. */
  name: string;
  /** True if the platform fetches the file by its URL. */
  isRemote?: true;
  group: 'TITELBILD' | 'BILD' | 'GRUNDRISS' | 'DOKUMENTE';
  title?: string | undefined;
  mediaType: string;
  /** The time when the receiver was first sent the file in this version; an unchanged one may be left out of the package. */
  checkedAt?: Date | undefined;
}

const EXTENSION_NAMES: Record<string, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WEBP',
  'image/heic': 'HEIC',
  'application/pdf': 'PDF',
  'text/html': 'HTML',
};

const VIDEO_HOSTS = /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)$/;

/** Writes the files of the package and the links of the object. */
export function attachments(
  files: readonly PackagedFile[],
  links: readonly Link[],
  formatNames: FormatNames,
): XmlElement | undefined {
  const format = (mediaType: string) =>
    formatNames === 'media-type' ? mediaType : EXTENSION_NAMES[mediaType];
  return group('anhaenge', [
    ...files.map((file) =>
      element('anhang', { location: file.isRemote ? 'REMOTE' : 'EXTERN', gruppe: file.group }, [
        leaf('anhangtitel', file.title),
        leaf('format', format(file.mediaType)),
        // The schema types it as a time, so no hash is valid.
        file.checkedAt && element('check', { ctype: 'DATETIME' }, file.checkedAt.toISOString()),
        element('daten', {}, [leaf('pfad', file.name)]),
      ]),
    ),
    ...links.map(({ url, title }) =>
      element('anhang', { location: 'REMOTE', gruppe: isVideo(url) ? 'FILMLINK' : 'LINKS' }, [
        leaf('anhangtitel', title),
        leaf('format', format('text/html')),
        element('daten', {}, [leaf('pfad', url)]),
      ]),
    ),
  ]);
}

const isVideo = (url: string) => VIDEO_HOSTS.test(new URL(url).hostname);
