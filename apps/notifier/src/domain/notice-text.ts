import { AccountClosed, TargetFailing, WebhookDisabled, WebhookFailing } from '@estate/contracts';
import type { DataOf, DisabledReason, EventName, TargetFailureCode } from '@estate/contracts';

/** An email without its addresses. */
export interface NoticeText {
  subject: string;
  text: string;
}

/** One language of an email. */
interface Wording {
  title: string;
  sentences: string[];
}

interface Wordings {
  german: Wording;
  english: Wording;
  /** The page of the dashboard that shows it. */
  path: string;
}

const timeIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: locale === 'de-DE' ? '2-digit' : 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Berlin',
    timeZoneName: 'short',
  });
const GERMAN_TIME = timeIn('de-DE');
const ENGLISH_TIME = timeIn('en-GB');
const german = (time: string): string => GERMAN_TIME.format(new Date(time));
const english = (time: string): string => ENGLISH_TIME.format(new Date(time));

const named = ({ name, host }: { name?: string | undefined; host: string }): string =>
  name === undefined ? host : `${name} (${host})`;

function webhookFailing(data: DataOf<typeof WebhookFailing>): Wordings {
  const { webhookId, failingSince, disablesAt } = data;
  return {
    path: `webhooks/${webhookId}`,
    german: {
      title: `Der Webhook ${named(data)} ist gestört`,
      sentences: [
        `Der Empfänger nimmt seit ${german(failingSince)} keine Zustellung an.`,
        `Der Webhook wird am ${german(disablesAt)} deaktiviert, wenn der Empfänger bis dahin keine Zustellung annimmt.`,
        'Zustellungen, die bis dahin nicht angenommen wurden, werden verworfen.',
      ],
    },
    english: {
      title: `The webhook ${named(data)} is failing`,
      sentences: [
        `The receiver has not accepted any delivery since ${english(failingSince)}.`,
        `The webhook will be disabled on ${english(disablesAt)} unless the receiver accepts a delivery before.`,
        'Deliveries that have not been accepted by then are discarded.',
      ],
    },
  };
}

const DISABLED: Readonly<Record<DisabledReason, { german: string; english: string }>> = {
  receiver_gone: {
    german: 'Der Empfänger hat mit dem Status 410 (Gone) geantwortet: Die URL existiert nicht mehr.',
    english: 'The receiver returned the status 410 (Gone): the URL no longer exists.',
  },
  failing: {
    german: 'Der Empfänger hat zu lange keine Zustellung angenommen.',
    english: 'The receiver did not accept any delivery for too long.',
  },
};

function webhookDisabled(data: DataOf<typeof WebhookDisabled>): Wordings {
  const { webhookId, disabledAt, disabledReason } = data;
  const reason = DISABLED[disabledReason];
  return {
    path: `webhooks/${webhookId}`,
    german: {
      title: `Der Webhook ${named(data)} ist deaktiviert`,
      sentences: [
        `Der Webhook wurde am ${german(disabledAt)} deaktiviert und erhält keine Ereignisse mehr.`,
        reason.german,
        'Ersetzen Sie den Webhook, um ihn wieder zu aktivieren.',
      ],
    },
    english: {
      title: `The webhook ${named(data)} is disabled`,
      sentences: [
        `The webhook was disabled on ${english(disabledAt)} and receives no further events.`,
        reason.english,
        'Replace the webhook to make it active again.',
      ],
    },
  };
}

const REFUSED: Readonly<Record<TargetFailureCode, { german: string; english: string }>> = {
  credentials_rejected: {
    german: 'Die Plattform lehnt die Zugangsdaten ab. Prüfen und ersetzen Sie die Zugangsdaten des Ziels.',
    english: 'The platform rejects the login. Check and replace the credentials of the target.',
  },
  authorization_revoked: {
    german: 'Die Autorisierung auf der Plattform wurde widerrufen. Verbinden Sie das Ziel erneut.',
    english: 'The authorization was revoked on the platform. Connect the target again.',
  },
};

function targetFailing(data: DataOf<typeof TargetFailing>): Wordings {
  const { targetId, targetType, name, failureCode, failureMessage, since } = data;
  const target = name === undefined ? targetType : `${name} (${targetType})`;
  const reason = REFUSED[failureCode];
  return {
    path: `targets/${targetId}`,
    german: {
      title: `Veröffentlichungen auf dem Ziel ${target} schlagen fehl`,
      sentences: [
        `Seit ${german(since)} wurde auf diesem Ziel keine Immobilie veröffentlicht.`,
        reason.german,
        `Meldung: ${failureMessage}`,
      ],
    },
    english: {
      title: `Publishing to the target ${target} fails`,
      sentences: [
        `No property has been published on this target since ${english(since)}.`,
        reason.english,
        `Message: ${failureMessage}`,
      ],
    },
  };
}

function accountClosed({ requestedAt, leftCount }: DataOf<typeof AccountClosed>): Wordings {
  const some = leftCount > 0;
  return {
    path: 'account',
    german: {
      title: 'Das Konto wird jetzt gelöscht',
      sentences: [
        `Die Schließung des Kontos wurde am ${german(requestedAt)} beauftragt.`,
        some
          ? `${String(leftCount)} Inserate konnten nicht offline genommen werden. Löschen Sie sie selbst auf der Plattform.`
          : 'Alle Inserate wurden offline genommen.',
        'Dies ist die letzte Nachricht. Danach werden alle übrigen Daten des Kontos gelöscht.',
      ],
    },
    english: {
      title: 'The account is now being erased',
      sentences: [
        `The closing of the account was requested on ${english(requestedAt)}.`,
        some
          ? `${String(leftCount)} listings could not be taken down. Delete them on the platform yourself.`
          : 'All listings were taken down.',
        'This is the last message. All remaining data of the account is erased after it.',
      ],
    },
  };
}

/** The events of which an account gets an email. */
const WORDINGS: Readonly<Partial<Record<EventName, (payload: unknown) => Wordings>>> = {
  'webhook.failing': (payload) => webhookFailing(WebhookFailing.data.parse(payload)),
  'webhook.disabled': (payload) => webhookDisabled(WebhookDisabled.data.parse(payload)),
  'target.failing': (payload) => targetFailing(TargetFailing.data.parse(payload)),
  'account.closed': (payload) => accountClosed(AccountClosed.data.parse(payload)),
};

export const hasNotice = (eventName: string): eventName is EventName => Object.hasOwn(WORDINGS, eventName);

/** The email about an event, in German and in English; undefined for events without one. */
export function noticeText(eventName: string, payload: unknown, publicUrl?: string): NoticeText | undefined {
  const word = hasNotice(eventName) ? WORDINGS[eventName] : undefined;
  if (!word) return undefined;
  const { german: de, english: en, path } = word(payload);
  const link = publicUrl === undefined ? [] : [`${publicUrl.replace(/(?<!\/)\/+$/, '')}/dashboard/${path}`];
  const part = ({ title, sentences }: Wording) => [`${title}.`, '', ...sentences, ...link].join('\n');
  return {
    subject: `${de.title} / ${en.title}`,
    text: `(English below)\n\n${part(de)}\n\n--------\n\n${part(en)}\n`,
  };
}
