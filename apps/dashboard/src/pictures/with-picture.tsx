import type { ReactNode } from 'react';
import type { Property } from '@estate/client';
import { titlePosition } from './attachments.ts';
import { NoThumbnail, Thumbnail } from './thumbnail.tsx';

/** The title image of a property beside a text about it. */
export function WithPicture({ property, children }: { property: Property; children: ReactNode }) {
  const position = titlePosition(property.attachments);
  return (
    <div className="with-picture">
      {position === undefined ? (
        <NoThumbnail />
      ) : (
        <Thumbnail property={property} position={position} alt="" size="small" />
      )}
      {children}
    </div>
  );
}
