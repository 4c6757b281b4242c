import type { MarketplaceProfile } from '../profile.ts';
import type { WantedFile, WantedLink } from './wanted.ts';

type Namespaces = MarketplaceProfile['namespaces'];

/** An attachment in the format of the marketplace, with its fields in the order of the schema. */
export function attachmentBody(wanted: WantedFile | WantedLink, { common }: Namespaces) {
  const { title, externalId, kind } = wanted;
  return {
    'common.attachment': {
      '@xmlns': { common },
      '@xsi.type': `common:${kind}`,
      ...(title !== undefined && { title }),
      externalId,
      ...ofKind(wanted),
    },
  };
}

function ofKind(wanted: WantedFile | WantedLink) {
  if (wanted.kind === 'Link') return { url: wanted.url };
  const { checksum, floorplan, kind, titlePicture } = wanted;
  return {
    externalCheckSum: checksum,
    floorplan,
    ...(kind === 'Picture' && titlePicture && { titlePicture }),
  };
}

export const orderBody = (ids: readonly string[], { attachmentsorder }: Namespaces) => ({
  'attachmentsorder.attachmentsorder': { '@xmlns': { attachmentsorder }, attachmentId: ids },
});
