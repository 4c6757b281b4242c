import { useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { imageUrl, imageUrls } from './attachments.ts';

/** How often an image is asked for again that was not there, and when at first. */
const REPEATS = 3;
const FIRST_REPEAT_MS = 3000;
const SMALL = [160, 320];
const LARGE = [320, 640];

interface Props {
  propertyId: string;
  position: number;
  /** Empty where the words beside it say the same. */
  alt: string;
  size: 'small' | 'large';
  /** Shown as a whole: a plan that is cut off is of no use. */
  isWhole?: boolean;
}

/** A small picture of what is published. It takes its space at once, and is loaded when it comes into sight. */
export function Thumbnail({ propertyId, position, alt, size, isWhole = false }: Props) {
  const { attempt, isMissing, fail } = useRepeats();
  const widths = size === 'small' ? SMALL : LARGE;
  return (
    <span className={`thumbnail ${size}${isWhole ? ' whole' : ''}`}>
      {isMissing ? (
        <MissingPicture alt={alt} />
      ) : (
        <img
          key={attempt}
          src={imageUrl(propertyId, position, widths[0])}
          srcSet={imageUrls(propertyId, position, widths)}
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

/** In the place of a picture that there is none of. */
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

/** An image may still be being made, or be too many at once: it is asked for again a few times. */
function useRepeats() {
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isMissing || attempt >= REPEATS) return undefined;
    const timer = setTimeout(
      () => {
        setAttempt(attempt + 1);
        setMissing(false);
      },
      FIRST_REPEAT_MS * 2 ** attempt,
    );
    return () => clearTimeout(timer);
  }, [isMissing, attempt]);
  return { attempt, isMissing, fail: () => setMissing(true) };
}
