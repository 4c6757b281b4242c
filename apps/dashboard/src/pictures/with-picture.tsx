import type { ReactNode } from 'react';
import type { Property } from '@estate/client';
import { titlePosition } from './attachments.ts';
import { NoThumbnail, Thumbnail } from './thumbnail.tsx';

/** The title image of a property before words about it. */
export function WithPicture({ property, children }: { property: Property; children: ReactNode }) {
  const { id, attachments, updatedAt, processingStatus } = property;
  const position = titlePosition(attachments);
  return (
    <div className="with-picture">
      {position === undefined ? (
        <NoThumbnail />
      ) : (
        <Thumbnail
          key={`${updatedAt} ${processingStatus}`}
          propertyId={id}
          position={position}
          alt=""
          size="small"
        />
      )}
      {children}
    </div>
  );
}
