import { defineMessages } from './define-messages.ts';

/** Texts about API keys and settings of the account. */
export const accountMessages = defineMessages({
  'account.publishing': ['Publishing', 'Veröffentlichung'],
  'account.publishingText': [
    'Applies to all portals without a setting of their own. A change publishes their listings again.',
    'Gilt für alle Portale ohne eigene Einstellung. Eine Änderung veröffentlicht deren Inserate erneut.',
  ],
  'account.logo': ['Logo', 'Logo'],
  'account.logoText': [
    'JPEG, PNG or WebP. It is shown at the head of the sheets of properties that you print or share; portals do not receive it.',
    'JPEG, PNG oder WebP. Es erscheint im Kopf der Exposés, die Sie drucken oder teilen; Portale erhalten es nicht.',
  ],
  'account.chooseLogo': ['Choose a logo', 'Logo auswählen'],
  'account.replaceLogo': ['Replace the logo', 'Logo ersetzen'],
  'account.removeLogo': ['Remove the logo', 'Logo entfernen'],
  'account.email': ['Email address for notices', 'E-Mail-Adresse für Hinweise'],
  'account.emailText': [
    'The service sends one email when a webhook keeps failing, when a webhook is disabled, and when a portal rejects the login. The operator of the service sets the address.',
    'Der Dienst sendet eine E-Mail, wenn ein Webhook anhaltend gestört ist, wenn ein Webhook deaktiviert wird oder wenn ein Portal die Anmeldung ablehnt. Der Betreiber des Dienstes legt die Adresse fest.',
  ],
  'account.noEmail': [
    'No address is set, so no notices are sent. Ask the operator of the service to set one.',
    'Es ist keine Adresse hinterlegt, daher werden keine Hinweise gesendet. Bitten Sie den Betreiber des Dienstes, eine zu hinterlegen.',
  ],
  'account.keys': ['API keys', 'API-Schlüssel'],
  'account.keysText': [
    'Create a separate key for each application, so that you can revoke each one separately.',
    'Legen Sie für jede Anwendung einen eigenen Schlüssel an, um ihn einzeln widerrufen zu können.',
  ],
  'account.newKey': ['New API key', 'Neuer API-Schlüssel'],
  'account.keyName': ['Name', 'Name'],
  'account.keyScopes': ['Scopes', 'Rechte'],
  'account.keyOnlyRead': ['Read only', 'Nur lesen'],
  'account.keyReadWrite': ['Read and write', 'Lesen und schreiben'],
  'account.expires': ['Expires', 'Läuft ab'],
  'account.never': ['never', 'nie'],
  'account.lastUsed': ['Last used', 'Zuletzt verwendet'],
  'account.thisOne': ['This session', 'Diese Sitzung'],
  'account.created': ['The key is shown only once', 'Der Schlüssel wird nur einmal angezeigt'],
  'account.createdText': [
    'Store it now. It cannot be shown again.',
    'Speichern Sie ihn jetzt. Er kann nicht erneut angezeigt werden.',
  ],
  'account.revoke': ['Revoke', 'Widerrufen'],
  'account.revokeTitle': ['Revoke this key?', 'Schlüssel widerrufen?'],
  'account.revokeText': [
    'Programs that use it lose access within five seconds.',
    'Programme, die ihn verwenden, verlieren innerhalb von fünf Sekunden den Zugriff.',
  ],
  'account.revoked': ['Revoked', 'Widerrufen'],
  'account.consumer': ['Marketplace consumer credentials', 'Consumer-Zugangsdaten der Marktplätze'],
  'account.consumerText': [
    'The marketplace issues these credentials to your application. Your connections to it require them.',
    'Der Marktplatz stellt diese Zugangsdaten für Ihre Anwendung aus. Ihre Verbindungen zu ihm benötigen sie.',
  ],
  'account.configured': ['Configured', 'Hinterlegt'],
  'account.notConfigured': ['Not configured', 'Nicht hinterlegt'],
  'account.consumerKey': ['Key', 'Schlüssel'],
  'account.consumerSecret': ['Secret', 'Geheimnis'],
  'account.secretText': ['The secret is not shown again', 'Das Geheimnis wird nicht erneut angezeigt'],
});
