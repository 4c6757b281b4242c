import {
  PropertyProcessingFailed,
  PropertyProcessingSucceeded,
  PublicationFailed,
  PublicationSucceeded,
  RequestCreated,
  RequestParsingFailed,
} from '@estate/contracts';
import type { MessageDefinition } from '@estate/contracts';

const EXAMPLE = { eventId: 'd1a2b3c4e5f6g7h8i9j0', eventTime: '2026-11-01T08:30:00.000Z' };

const documented = ({ subject, data, example }: MessageDefinition) => {
  const name = subject.slice('event.'.length);
  return { name, payload: data, example: { ...EXAMPLE, eventName: name, eventPayload: example } };
};

/** The events a customer can be told about, as the document shows them. */
export const EVENTS = [
  PropertyProcessingSucceeded,
  PropertyProcessingFailed,
  PublicationSucceeded,
  PublicationFailed,
  RequestCreated,
  RequestParsingFailed,
].map(documented);
