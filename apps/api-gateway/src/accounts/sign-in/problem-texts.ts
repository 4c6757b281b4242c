import type { SignInReason } from './problem.ts';

export type Language = 'en' | 'de';

interface Words {
  title: string;
  text: string;
}

const AGAIN = { en: 'Start the sign-in again.', de: 'Starten Sie die Anmeldung erneut.' };
const ASK_OPERATOR = {
  en: 'Contact the operator of the service.',
  de: 'Wenden Sie sich an den Betreiber des Dienstes.',
};

/** The texts for a person whose sign-in failed. */
export const PROBLEM_TEXTS: Readonly<Record<SignInReason, Readonly<Record<Language, Words>>>> = {
  unknown: {
    en: {
      title: 'There is no sign-in at this address',
      text: 'The account does not exist, or it has no identity provider. Check the address with an administrator of your account.',
    },
    de: {
      title: 'Unter dieser Adresse gibt es keine Anmeldung',
      text: 'Das Konto gibt es nicht, oder es hat keinen Identitätsanbieter. Prüfen Sie die Adresse mit einem Administrator Ihres Kontos.',
    },
  },
  'started-elsewhere': {
    en: {
      title: 'The sign-in does not belong to this browser',
      text: `You were not signed in. ${AGAIN.en} Allow cookies for this page.`,
    },
    de: {
      title: 'Die Anmeldung gehört nicht zu diesem Browser',
      text: `Sie wurden nicht angemeldet. ${AGAIN.de} Erlauben Sie Cookies für diese Seite.`,
    },
  },
  expired: {
    en: {
      title: 'The sign-in took too long',
      text: `A sign-in must be finished within 10 minutes. ${AGAIN.en}`,
    },
    de: {
      title: 'Die Anmeldung hat zu lange gedauert',
      text: `Eine Anmeldung muss innerhalb von 10 Minuten abgeschlossen werden. ${AGAIN.de}`,
    },
  },
  used: {
    en: {
      title: 'This sign-in has already been used',
      text: `Each sign-in can be used once. ${AGAIN.en}`,
    },
    de: {
      title: 'Diese Anmeldung wurde bereits verwendet',
      text: `Jede Anmeldung kann nur einmal verwendet werden. ${AGAIN.de}`,
    },
  },
  changed: {
    en: {
      title: 'The sign-in of the account has changed',
      text: `The identity provider was changed while you signed in. ${AGAIN.en}`,
    },
    de: {
      title: 'Die Anmeldung des Kontos wurde geändert',
      text: `Der Identitätsanbieter wurde geändert, während Sie sich angemeldet haben. ${AGAIN.de}`,
    },
  },
  cancelled: {
    en: {
      title: 'The sign-in was cancelled',
      text: `Your identity provider did not sign you in. ${AGAIN.en}`,
    },
    de: {
      title: 'Die Anmeldung wurde abgebrochen',
      text: `Ihr Identitätsanbieter hat Sie nicht angemeldet. ${AGAIN.de}`,
    },
  },
  refused: {
    en: {
      title: 'The response of the identity provider was not accepted',
      text: `The response could not be verified, so you were not signed in. ${AGAIN.en} If it happens again, contact the operator of the service.`,
    },
    de: {
      title: 'Die Antwort des Identitätsanbieters wurde nicht akzeptiert',
      text: `Die Antwort konnte nicht geprüft werden, daher wurden Sie nicht angemeldet. ${AGAIN.de} Tritt der Fehler wieder auf, wenden Sie sich an den Betreiber des Dienstes.`,
    },
  },
  'provider-unavailable': {
    en: {
      title: 'The identity provider is unavailable',
      text: 'It did not respond in time or returned an error. Try again in a few seconds.',
    },
    de: {
      title: 'Der Identitätsanbieter ist nicht erreichbar',
      text: 'Er hat nicht rechtzeitig oder mit einem Fehler geantwortet. Versuchen Sie es in einigen Sekunden erneut.',
    },
  },
  'email-unverified': {
    en: {
      title: 'Your email address is not verified',
      text: 'An invitation is accepted only if the identity provider has verified your email address. Contact the administrator of your identity provider.',
    },
    de: {
      title: 'Ihre E-Mail-Adresse ist nicht bestätigt',
      text: 'Eine Einladung wird nur angenommen, wenn der Identitätsanbieter Ihre E-Mail-Adresse bestätigt hat. Wenden Sie sich an den Administrator Ihres Identitätsanbieters.',
    },
  },
  'email-unusable': {
    en: {
      title: 'Your email address cannot be used',
      text: 'Only the letters A to Z, digits and ASCII signs can stand before the @, because other letters can look the same. Contact the administrator of your identity provider.',
    },
    de: {
      title: 'Ihre E-Mail-Adresse kann nicht verwendet werden',
      text: 'Vor dem @ dürfen nur die Buchstaben A bis Z, Ziffern und ASCII-Zeichen stehen, weil andere Buchstaben gleich aussehen können. Wenden Sie sich an den Administrator Ihres Identitätsanbieters.',
    },
  },
  'not-invited': {
    en: {
      title: 'You have no access to this account',
      text: 'Your email address has no invitation, or another person has accepted the invitation. Contact an administrator of your account.',
    },
    de: {
      title: 'Sie haben keinen Zugang zu diesem Konto',
      text: 'Für Ihre E-Mail-Adresse gibt es keine Einladung, oder eine andere Person hat die Einladung angenommen. Wenden Sie sich an einen Administrator Ihres Kontos.',
    },
  },
  'address-unknown': {
    en: {
      title: 'Signing in is not configured',
      text: `The public address of the service is not configured. ${ASK_OPERATOR.en}`,
    },
    de: {
      title: 'Die Anmeldung ist nicht eingerichtet',
      text: `Die öffentliche Adresse des Dienstes ist nicht eingerichtet. ${ASK_OPERATOR.de}`,
    },
  },
  'too-many-attempts': {
    en: {
      title: 'Too many sign-ins have failed',
      text: 'Too many sign-ins from your network have failed. Wait a minute, then start the sign-in again.',
    },
    de: {
      title: 'Zu viele Anmeldungen sind fehlgeschlagen',
      text: 'Zu viele Anmeldungen aus Ihrem Netzwerk sind fehlgeschlagen. Warten Sie eine Minute, und starten Sie die Anmeldung dann erneut.',
    },
  },
};
