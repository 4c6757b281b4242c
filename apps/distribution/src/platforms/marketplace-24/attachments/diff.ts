import type { RemoteAttachment } from './remote.ts';
import type { WantedAttachments, WantedFile, WantedLink } from './wanted.ts';

/** The steps, in this order, after which the marketplace has the attachments of the property. */
interface Changes {
  remove: RemoteAttachment[];
  /** The files to add, the title picture first: the first picture of an object becomes its title picture. */
  add: WantedFile[];
  describe: { remote: RemoteAttachment; file: WantedFile }[];
  addLinks: WantedLink[];
  /** The ids of existing files, by their external id. */
  kept: Map<string, string>;
}

/** Compares by external id and checksum. Other attachments are removed, whoever added them. */
export function diffAttachments(
  remote: readonly RemoteAttachment[],
  { files, links }: WantedAttachments,
): Changes {
  const unclaimed = new Map<string, RemoteAttachment>();
  const remove: RemoteAttachment[] = [];
  for (const attachment of remote) {
    if (attachment.externalId === undefined || unclaimed.has(attachment.externalId)) remove.push(attachment);
    else unclaimed.set(attachment.externalId, attachment);
  }
  const take = (wanted: WantedFile | WantedLink): RemoteAttachment | undefined => {
    const found = unclaimed.get(wanted.externalId);
    if (!found || found.kind !== wanted.kind) return undefined;
    if (wanted.kind !== 'Link' && found.checksum !== wanted.checksum) return undefined;
    unclaimed.delete(wanted.externalId);
    return found;
  };
  const add: WantedFile[] = [];
  const there: Changes['describe'] = [];
  for (const file of files) {
    const found = take(file);
    if (found) there.push({ file, remote: found });
    else add.push(file);
  }
  const addLinks = links.filter((link) => take(link) === undefined);
  return {
    remove: [...remove, ...unclaimed.values()],
    add: add.toSorted((a, b) => Number(b.titlePicture) - Number(a.titlePicture)),
    describe: there.filter((match) => isDescribedOtherwise(match.remote, match.file)),
    addLinks,
    kept: new Map(there.map((match) => [match.file.externalId, match.remote.id])),
  };
}

/** True if the description differs. The API cannot unset the title picture; setting another one replaces it. */
const isDescribedOtherwise = (remote: RemoteAttachment, file: WantedFile): boolean =>
  (remote.title ?? '') !== (file.title ?? '') ||
  remote.floorplan !== file.floorplan ||
  (file.titlePicture && !remote.titlePicture);
