import { defineMessages } from './define-messages.ts';

/** Texts about users and their roles. */
export const userMessages = defineMessages({
  'nav.users': ['Users', 'Benutzer'],
  'users.text': [
    'People who may sign in to this account. Changes take effect within five seconds, also for open sessions.',
    'Personen, die sich bei diesem Konto anmelden dürfen. Änderungen gelten innerhalb von fünf Sekunden, auch für offene Sitzungen.',
  ],
  'users.noProvider': [
    'The account has no identity provider yet, so users cannot sign in. Ask the operator of the service to configure one.',
    'Das Konto hat noch keinen Identitätsanbieter, daher können sich Benutzer nicht anmelden. Bitten Sie den Betreiber des Dienstes, einen zu hinterlegen.',
  ],
  'users.signInUrl': ['Sign-in address', 'Anmeldeadresse'],
  'users.signInUrlText': [
    'Send this address to the people you invite.',
    'Senden Sie diese Adresse an die Personen, die Sie einladen.',
  ],
  'users.invite': ['Invite user', 'Benutzer einladen'],
  'users.invitedByMail': [
    'Invited. An email with the sign-in address is being sent.',
    'Eingeladen. Eine E-Mail mit der Anmeldeadresse wird gesendet.',
  ],
  'users.invitedByLink': [
    'Invited. The service does not send an email. Send the sign-in address to the person.',
    'Eingeladen. Der Dienst sendet keine E-Mail. Senden Sie der Person die Anmeldeadresse.',
  ],
  'users.none': ['No users yet', 'Noch keine Benutzer'],
  'users.noneText': [
    'Invite people by their email address.',
    'Laden Sie Personen über ihre E-Mail-Adresse ein.',
  ],
  'users.email': ['Email address', 'E-Mail-Adresse'],
  'users.emailText': [
    'The identity provider must have verified this address.',
    'Der Identitätsanbieter muss diese Adresse bestätigt haben.',
  ],
  'users.name': ['Name', 'Name'],
  'users.role': ['Role', 'Rolle'],
  'users.roleOf': ['Role of {name}', 'Rolle von {name}'],
  'users.lastSignIn': ['Last sign-in', 'Letzte Anmeldung'],
  'users.never': ['never', 'nie'],
  'users.you': ['You', 'Sie'],
  'users.remove': ['Remove', 'Entfernen'],
  'users.removeTitle': ['Remove this user?', 'Benutzer entfernen?'],
  'users.removeText': [
    '{name} can no longer sign in. Open sessions end within five seconds.',
    '{name} kann sich nicht mehr anmelden. Offene Sitzungen enden innerhalb von fünf Sekunden.',
  ],
  'users.removed': ['Removed', 'Entfernt'],
  'users.changeRole': ['Change role', 'Rolle ändern'],
  'users.changeRoleTitle': ['Change this role?', 'Rolle ändern?'],
  'users.changeRoleText': [
    '{name} gets the role {role}: {meaning}.',
    '{name} erhält die Rolle {role}: {meaning}.',
  ],
  'users.changed': ['Role changed', 'Rolle geändert'],
  'role.viewer': ['Viewer', 'Leser'],
  'role.editor': ['Editor', 'Bearbeiter'],
  'role.admin': ['Admin', 'Administrator'],
  'role.viewerText': ['reads everything but secrets', 'liest alles außer Geheimnissen'],
  'role.editorText': [
    'also changes properties, contacts, portals and listings',
    'ändert auch Immobilien, Ansprechpartner, Portale und Inserate',
  ],
  'role.adminText': [
    'also manages webhooks, API keys and users',
    'verwaltet auch Webhooks, API-Schlüssel und Benutzer',
  ],
  'userState.invited': ['Invited', 'Eingeladen'],
  'userState.active': ['Active', 'Aktiv'],
  'app.roleWhy': [
    'Your role is {role}. This requires the role {needed}.',
    'Ihre Rolle ist {role}. Dafür brauchen Sie die Rolle {needed}.',
  ],
  'signIn.provider': ['With a user account', 'Mit einem Benutzerkonto'],
  'signIn.providerText': [
    'For people who were invited to an account with an identity provider.',
    'Für Personen, die zu einem Konto mit Identitätsanbieter eingeladen wurden.',
  ],
  'signIn.asPerson': ['Continue as a person', 'Als Person anmelden'],
  'signIn.account': ['Account id', 'Konto-ID'],
  'signIn.continue': ['Continue to the identity provider', 'Weiter zum Identitätsanbieter'],
  'signIn.withKey': ['With an API key', 'Mit einem API-Schlüssel'],
  'actor.user': ['user', 'Benutzer'],
});
