import type { Delivery } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { useEventText } from '../../ui/event-text.tsx';
import { useDeliveredEvent } from './delivered-event.ts';

/** The event of a delivery in words. The event of a publication is read, because it may have been a removal. */
export function useDeliveryText(delivery: Delivery): string {
  const { t } = useSpeech();
  const eventText = useEventText();
  const { data: event } = useDeliveredEvent(delivery, delivery.eventName.startsWith('publication.'));
  return event ? eventText(event) : t(`event.${delivery.eventName}`);
}
