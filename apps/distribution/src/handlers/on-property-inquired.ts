import { PropertyInquired } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { answerEvent } from '../listings/answer-event.ts';

/** An inquiry confirms a listing of which its platform has said nothing. */
export const onPropertyInquired = ({ clock, listings: { answers }, newId }: Deps) =>
  on(PropertyInquired, async ({ data, accountId }) => {
    const { propertyId, targetId, at, publicUrl } = data;
    const listing = await answers.ofProperty({ accountId, targetId }, propertyId);
    if (!listing) return;
    const said = { state: 'confirmed' as const, source: 'inquiry' as const, messages: [], publicUrl };
    await answers.add(listing, { ...said, at: new Date(at) }, (record, answer) =>
      answerEvent(record, answer, { id: newId(), at: clock(), publicUrl }),
    );
  });
