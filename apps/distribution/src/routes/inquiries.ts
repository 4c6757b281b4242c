import { noteInquiry } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { answerEvent } from '../listings/answer-event.ts';
import { profileOf } from '../platforms/any-portal.ts';

/** An inquiry confirms a listing of which its platform has said nothing. Everybody can write one, so it teaches a page of the platform only. */
const noteInquiryRoute = ({ clock, listings: { answers }, newId, profiles, targets }: Deps) =>
  answer(noteInquiry, async ({ propertyId, targetId, at, publicUrl: named }, { accountId }) => {
    const listing = await answers.ofProperty({ accountId, targetId }, propertyId);
    if (!listing) return {};
    const target = await targets.peek(targetId);
    const { pageDomains = [] } = (target && profileOf(target, profiles)) ?? {};
    const publicUrl = isPageOf(pageDomains, named) ? named : undefined;
    const said = { state: 'confirmed' as const, source: 'inquiry' as const, messages: [], publicUrl };
    await answers.add(listing, { ...said, at: new Date(at) }, (record, answered) =>
      answerEvent(record, answered, { id: newId(), at: clock(), publicUrl }),
    );
    return {};
  });

function isPageOf(domains: readonly string[], url = ''): boolean {
  const host = URL.parse(url)?.hostname;
  return domains.some((domain) => host === domain || host?.endsWith(`.${domain}`));
}

/** What the inbox notes of the inquiries that come through platforms. */
export const inquiryRoutes = (deps: Deps) => [noteInquiryRoute(deps)];
