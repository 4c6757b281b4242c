import { listAttachmentFailures as operation } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** The attachments that some properties are published without. */
export const listAttachmentFailures = ({ properties, addresses }: Pick<Deps, 'properties' | 'addresses'>) =>
  answer(operation, async ({ propertyIds }, { accountId }) => {
    const records = await Promise.all(propertyIds.map((id) => properties.find({ accountId, id })));
    const data = records.flatMap((record) =>
      (record?.attachmentFailures ?? []).map(({ position, ...failure }) => ({
        propertyId: record?.id ?? '',
        url: addresses.shown(record?.attachments[position]?.url ?? ''),
        ...failure,
      })),
    );
    return { data };
  });
