import { useEffect, useState } from 'react';
import type { Property } from '@estate/client';
import { Icon } from '../ui/icons.tsx';
import { imageUrl, imageUrls, isUnprocessed } from './attachments.ts';

/** The number of retries for a missing image. */
const REPEATS = 3;
const FIRST_REPEAT_MS = 3000;
const SMALL = [160, 320];
const LARGE = [320, 640];

interface Props {
  property: Pick<Property, 'id' | 'unprocessedAttachments' | 'updatedAt'>;
  position: number;
  /** Empty if the text beside it says the same. */
  alt: string;
  size: 'small' | 'large';
  /** Shows the whole picture: a cropped floor plan is of no use. */
  isWhole?: boolean;
}

/** A small picture of a published attachment. It reserves its space, and is loaded when it comes into sight. */
export function Thumbnail(props: Props) {
  const { id, updatedAt } = props.property;
  return <Picture key={`${id} ${String(props.position)} ${updatedAt}`} {...props} />;
}

function Picture({ property, position, alt, size, isWhole = false }: Props) {
  const { attempt, isFailed, fail } = useRepeats();
  const isMissing = isFailed || isUnprocessed(property, position);
  const widths = size === 'small' ? SMALL : LARGE;
  return (
    <span className={`thumbnail ${size}${isWhole ? ' whole' : ''}`}>
      {isMissing ? (
        <MissingPicture alt={alt} />
      ) : (
        <img
          key={attempt}
          src={imageUrl(property.id, position, widths[0])}
          srcSet={imageUrls(property.id, position, widths)}
          sizes={size === 'small' ? '64px' : '260px'}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={fail}
        />
      )}
    </span>
  );
}

/** The placeholder of a missing picture. */
export const NoThumbnail = () => (
  <span className="thumbnail small">
    <MissingPicture alt="" />
  </span>
);

const MissingPicture = ({ alt }: { alt: string }) => (
  <span className="no-picture" {...(alt !== '' && { role: 'img', 'aria-label': alt })}>
    <Icon name="picture" size={20} />
  </span>
);

/** Retries a few times, because an image may exceed the rate limit. */
function useRepeats() {
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const fail = () => setFailed(true);
  useEffect(() => {
    if (!isFailed || attempt >= REPEATS) return undefined;
    const timer = setTimeout(
      () => {
        setAttempt(attempt + 1);
        setFailed(false);
      },
      FIRST_REPEAT_MS * 2 ** attempt,
    );
    return () => clearTimeout(timer);
  }, [isFailed, attempt]);
  return { attempt, isFailed, fail };
}
