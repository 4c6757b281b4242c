import { posix } from 'node:path';
import { Link, MAX_ATTACHMENTS } from '@estate/contracts';
import type { ATTACHMENT_TYPES } from '@estate/contracts';
import { objectProblem, shown } from './object-problem.ts';
import type { Because, ObjectProblem } from './object-problem.ts';
import type { ReadElement } from './element.ts';
import { attributeOf, childrenOf, textOf } from './element.ts';
import type { Claims } from './claims.ts';
import type { Place } from './found.ts';
import { cutText } from './cut-text.ts';
import { plainText } from './plain-text.ts';

type MediaType = (typeof ATTACHMENT_TYPES)[number];

/** The location of an attachment's bytes. */
export type AttachmentSource =
  | { kind: 'package'; /** Inside the package, with `/` between folders. */ path: string }
  | { kind: 'url'; url: string }
  | {
      kind: 'embedded';
      bytes: number;
      /** Absent for a damaged file. */
      sha256?: string;
      /** The reference from the writer of the file. */
      reference?: string;
      /** The path in the document, if it has one. */
      path?: string;
      /** The reason why the file is not usable, in words; earlier imports have stored it. */
      fault?: string;
    };

export interface ImportedAttachment {
  source: AttachmentSource;
  /** The value of `gruppe` in the document. */
  group?: string;
  title?: string;
  /** The type according to the document; the bytes decide. */
  mediaType?: MediaType;
  isBlueprint: boolean;
  isTitle: boolean;
  /** A value that distinguishes versions of the file: its MD5 sum, or a time. */
  check?: string;
}

const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  jpg: 'image/jpeg', jpeg: 'image/jpeg', pjpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', heic: 'image/heic', pdf: 'application/pdf',
}; // oxfmt-ignore
const LINK_GROUPS = ['LINKS', 'FILM', 'FILMLINK', 'ANBOBJURL', 'PANORAMA'];
/** Films and sounds, by the end of their URL or by their format. */
const MEDIA = /(?:^|\.)(?:mp4|m4v|mov|avi|wmv|flv|swf|webm|mpe?g|ogv|mp3|wav)$/i;
/** Groups of images that do not show the object. */
const OTHER_GROUPS = ['ANBIETERLOGO', 'QRCODE', 'EPASS-SKALA', 'WAPPEN_QR'];
const HOST = /^[a-z\d.-]{4,253}$/i;
const WITHOUT_SCHEME = /^\/\/[^/\s]{1,253}\.[a-z]{2,63}\//i;
/** A path with a file extension. */
const FILE =
  /\/[^/?#]{0,200}\.(?:jpe?g|png|gif|bmp|tiff?|webp|heic|pdf|docx?|xlsx?|pptx?|zip|txt|rtf|mp4|mov|avi|wmv|mp3)$/i;
const HOST_END = /\.[a-z]{2,63}$/i;
const LONGEST_TITLE = 200;
const LONGEST_CHECK = 100;
const MOST_LINKS = 10;

export interface AttachmentsReading {
  attachments: ImportedAttachment[];
  links: Link[];
  problems: ObjectProblem[];
}

/** Reads the attachments of an object: the title image first, the others in document order. */
export function attachmentsOf(place: Place, claims: Claims): AttachmentsReading {
  const reading: AttachmentsReading = { attachments: [], links: [], problems: [] };
  const elements = place.elements.flatMap((element) => childrenOf(element, 'anhang'));
  for (const [index, element] of elements.entries()) {
    const path = `${place.path}/anhang[${index + 1}]`;
    addAttachment(element, path, { reading, claims });
  }
  reading.attachments = withinLimit(reading, place.path);
  return reading;
}

export interface NamedFile {
  /** The path in the package. */
  path: string;
}

/** All files of the package that an object names, including those that are not published. */
export const namedFilesIn = ({ name, text, children }: ReadElement): NamedFile[] => [
  ...(name === 'pfad' ? fileAt(text.trim()) : []),
  ...children.flatMap(namedFilesIn),
];

function fileAt(target: string): NamedFile[] {
  const path = addressOf(target) === undefined ? pathInPackage(target) : undefined;
  return path === undefined ? [] : [{ path }];
}

interface Context {
  reading: AttachmentsReading;
  claims: Claims;
}

function addAttachment(element: ReadElement, path: string, { reading, claims }: Context): void {
  const group = attributeOf(element, 'gruppe')?.toUpperCase();
  if (group !== undefined && OTHER_GROUPS.includes(group)) return;
  claims.claimAll(element);
  const [data] = childrenOf(element, 'daten');
  const target = textOf(data, 'pfad') ?? textOf(data, 'anhanginhalt') ?? linkInTitle(element, group);
  const url = target === undefined ? undefined : addressWritten(target, element, group);
  const fault =
    url !== undefined && isLink(element, group, url)
      ? addLink({ url, ...linkTitle(element, target) }, reading)
      : addFile(element, sourceOf(data, target, url), { group, target, reading });
  if (fault === undefined) return;
  const value = target === undefined ? {} : { value: shown(target) };
  reading.problems.push(objectProblem('warning', { path, ...value, ...fault }));
}

interface FileContext {
  group: string | undefined;
  target: string | undefined;
  reading: AttachmentsReading;
}

/** @returns the reason why the file cannot be used */
function addFile(
  element: ReadElement,
  source: AttachmentSource | Because,
  { group, target, reading }: FileContext,
): Because | undefined {
  if ('reason' in source) return source;
  const fault = source.kind === 'embedded' ? source.fault : undefined;
  const mediaType = mediaTypeOf(textOf(element, 'format'), target);
  const type = mediaType === undefined ? {} : { mediaType };
  reading.attachments.push({ source, ...titleOf(element), ...type, ...groupOf(group), ...checkOf(element) });
  return fault === undefined
    ? undefined
    : { reason: 'embedded_file_unusable', parameters: { details: fault } };
}

function checkOf(element: ReadElement): { check?: string } {
  const check = textOf(element, 'check')?.toLowerCase().slice(0, LONGEST_CHECK);
  return check === undefined ? {} : { check };
}

const groupOf = (group: string | undefined) => ({
  ...(group !== undefined && { group }),
  isBlueprint: group === 'GRUNDRISS',
  isTitle: group === 'TITELBILD',
});

/** The location of its bytes, or the reason why they cannot be read. */
function sourceOf(
  data: ReadElement | undefined,
  target: string | undefined,
  url: string | undefined,
): AttachmentSource | Because {
  const content = data && childrenOf(data, 'anhanginhalt')[0]?.content;
  if (content !== undefined && (target === undefined || content.fault === undefined)) {
    const path = target === undefined ? undefined : pathInPackage(target);
    return { kind: 'embedded', ...content, ...(path !== undefined && { path }) };
  }
  if (target === undefined) return { reason: 'file_not_named' };
  if (url !== undefined) return { kind: 'url', url };
  const path = pathInPackage(target);
  if (path === undefined) return { reason: 'path_outside_package' };
  return { kind: 'package', path };
}

/** The path within the package, without the folders of a computer; undefined for a URL and for a path without a name. */
function pathInPackage(target: string): string | undefined {
  const local = target
    .replace(/^file:/i, '')
    .replaceAll('\\', '/')
    .replace(/^\/*[a-z]:/i, '');
  if (/^[a-z][a-z0-9+.-]*:/i.test(local) || local.includes('\0')) return undefined;
  const path = posix.normalize(`/${local}`).slice(1);
  return path === '' || path.endsWith('/') ? undefined : path;
}

/** True for a link to a page, which is not a file to be fetched. */
function isLink(element: ReadElement, group: string | undefined, url: string): boolean {
  if (isLinkGroup(group)) return true;
  if (mediaTypeOf(undefined, url) !== undefined) return false;
  const format = textOf(element, 'format')?.toLowerCase() ?? '';
  return /html|^(?:video|audio)\//.test(format) || MEDIA.test(format) || MEDIA.test(new URL(url).pathname);
}

/** @returns the reason why the link cannot be used */
function addLink(link: Link, { links }: AttachmentsReading): Because | undefined {
  if (links.length >= MOST_LINKS) {
    return { reason: 'too_many_links', parameters: { limit: MOST_LINKS } };
  }
  if (!Link.safeParse(link).success) return { reason: 'link_refused' };
  links.push(link);
  return undefined;
}

/** A URL, which may be escaped twice. */
function addressOf(text: string): string | undefined {
  const address = text.replace(/&(?:amp;)+/gi, '&');
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

const isLinkGroup = (group: string | undefined): boolean =>
  group !== undefined && LINK_GROUPS.includes(group);

/** Completes a URL without its scheme if the document marks it as external; otherwise it is a path, such as one of a network. */
function addressWritten(text: string, element: ReadElement, group: string | undefined): string | undefined {
  const location = attributeOf(element, 'location')?.toUpperCase();
  const isElsewhere = location === 'REMOTE' || isLinkGroup(group);
  const withoutScheme = isElsewhere && WITHOUT_SCHEME.test(text) ? addressOf(`https:${text}`) : undefined;
  const isFile = location === 'EXTERN' && FILE.test(text) && !/^www\./i.test(text);
  return addressOf(text) ?? withoutScheme ?? (isFile ? undefined : pageOf(text, group));
}

/** The URL of a page, in the form that browsers accept. */
function pageOf(text: string, group: string | undefined): string | undefined {
  const [host = '', ...path] = text.split('/');
  const isPage = /^www\./i.test(host) || (path.length > 0 && HOST.test(host) && HOST_END.test(host));
  return isLinkGroup(group) && isPage ? addressOf(`https://${text}`) : undefined;
}

/** The link of some programs that write the URL of a page in the title only. */
function linkInTitle(element: ReadElement, group: string | undefined): string | undefined {
  const title = textOf(element, 'anhangtitel');
  return title !== undefined && isLinkGroup(group) ? addressWritten(title, element, group) : undefined;
}

const linkTitle = (element: ReadElement, target: string | undefined): { title?: string } =>
  textOf(element, 'anhangtitel') === target ? {} : titleOf(element);

function titleOf(element: ReadElement): { title?: string } {
  const text = textOf(element, 'anhangtitel') ?? '';
  const title = cutText(plainText(text), LONGEST_TITLE).trim();
  return title === '' ? {} : { title };
}

function mediaTypeOf(format: string | undefined, target: string | undefined): MediaType | undefined {
  const known = (name: string | undefined) =>
    name === undefined ? undefined : MEDIA_TYPES[name.toLowerCase()];
  const [path = ''] = (target ?? '').split(/[?#]/, 1);
  const extension = /\.(\w{3,4})$/.exec(path)?.[1];
  return known(format?.replace(/^(?:image|application)\//i, '').replace(/^\./, '')) ?? known(extension);
}

/** Moves the title image to the front, and leaves out attachments beyond the limit of a property. */
function withinLimit({ attachments, problems }: AttachmentsReading, path: string): ImportedAttachment[] {
  const ordered = attachments.toSorted((one, other) => Number(other.isTitle) - Number(one.isTitle));
  const rest = ordered.length - MAX_ATTACHMENTS;
  if (rest > 0) {
    const parameters = { limit: MAX_ATTACHMENTS, count: rest };
    problems.push(objectProblem('warning', { path, reason: 'too_many_attachments', parameters }));
  }
  return ordered.slice(0, MAX_ATTACHMENTS);
}
