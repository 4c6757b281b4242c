import { useEffect, useState } from 'react';
import type { Property } from '@estate/client';
import { Icon } from '../ui/icons.tsx';
import { imageUrl, imageUrls } from './attachments.ts';

/** How often an image is asked for again that was not there, and when at first. */
const REPEATS = 3;
const FIRST_REPEAT_MS = 3000;
const SMALL = [160, 320];
const LARGE = [320, 640];

interface Props {
  property: Pick<Property, 'id' | 'processingStatus' | 'updatedAt'>;
  position: number;
  /** Empty where the words beside it say the same. */
  alt: string;
  size: 'small' | 'large';
  /** Shown as a whole: a plan that is cut off is of no use. */
  isWhole?: boolean;
}

/** Images that are not published, by the state of their property: each is asked for once. */
const unpublished = new Set<string>();

/** A small picture of what is published. It takes its space at once, and is loaded when it comes into sight. */
export function Thumbnail(props: Props) {
  const { id, updatedAt, processingStatus } = props.property;
  const state = `${id} ${String(props.position)} ${updatedAt} ${processingStatus}`;
  // Another run over the attachments may have made what was missing.
  return <Picture key={state} state={state} {...props} />;
}

function Picture({ property, state, position, alt, size, isWhole = false }: Props & { state: string }) {
  const propertyId = property.id;
  const isFinal = property.processingStatus !== 'successful';
  const { attempt, isMissing, fail } = useRepeats(isFinal ? state : undefined);
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

/** An image may still be being made, or be too many at once: it is asked for again a few times, unless its absence is final. */
function useRepeats(finalState: string | undefined) {
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setMissing] = useState(finalState !== undefined && unpublished.has(finalState));
  const fail = () => {
    if (finalState !== undefined) unpublished.add(finalState);
    setMissing(true);
  };
  useEffect(() => {
    if (!isMissing || finalState !== undefined || attempt >= REPEATS) return undefined;
    const timer = setTimeout(
      () => {
        setAttempt(attempt + 1);
        setMissing(false);
      },
      FIRST_REPEAT_MS * 2 ** attempt,
    );
    return () => clearTimeout(timer);
  }, [isMissing, attempt, finalState]);
  return { attempt, isMissing, fail };
}
