import type { Property } from '@estate/client';
import { useProcessingFailure } from '../../api/processing-failure.ts';
import { Failure } from '../../ui/failure.tsx';

/** The reasons why the attachments of a property could not be processed. */
export function WhyFailed({ property }: { property: Property }) {
  const { data: failure } = useProcessingFailure(property);
  return failure && <Failure {...failure} />;
}
