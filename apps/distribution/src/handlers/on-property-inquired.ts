import { PropertyInquired } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { answerEvent } from '../listings/answer-event.ts';
import { profileOf } from '../platforms/any-portal.ts';

/** An inquiry confirms a listing of which its platform has said nothing. Everybody can write one, so it teaches a page of the platform only. */
export const onPropertyInquired = ({ clock, listings: { answers }, newId, profiles, targets }: Deps) =>
  on(PropertyInquired, async ({ data, accountId }) => {
    const { propertyId, targetId, at } = data;
    const listing = await answers.ofProperty({ accountId, targetId }, propertyId);
    if (!listing) return;
    const target = await targets.peek(targetId);
    const { pageDomains = [] } = (target && profileOf(target, profiles)) ?? {};
    const publicUrl = isPageOf(pageDomains, data.publicUrl) ? data.publicUrl : undefined;
    const said = { state: 'confirmed' as const, source: 'inquiry' as const, messages: [], publicUrl };
    await answers.add(listing, { ...said, at: new Date(at) }, (record, answer) =>
      answerEvent(record, answer, { id: newId(), at: clock(), publicUrl }),
    );
  });

function isPageOf(domains: readonly string[], url = ''): boolean {
  const host = URL.parse(url)?.hostname;
  return domains.some((domain) => host === domain || host?.endsWith(`.${domain}`));
}
