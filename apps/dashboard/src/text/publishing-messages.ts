import { defineMessages } from './define-messages.ts';

/** Texts about the portals of a property; loaded with its page. */
export const publishingMessages = defineMessages({
  'portals.title': ['Portals', 'Portale'],
  'portals.none': ['You have no portals yet.', 'Sie haben noch keine Portale.'],
  'portals.add': ['Connect a portal', 'Portal anbinden'],
  'portals.publishAll': [
    'Publish on all that are ready ({count})',
    'Auf allen bereiten veröffentlichen ({count})',
  ],
  'portals.noneReady': [
    'There is no further portal that is ready.',
    'Es gibt kein weiteres Portal, das bereit ist.',
  ],
  'portals.publishTitle': [
    'Publish on {count} {count|portal|portals}?',
    'Auf {count} {count|Portal|Portalen} veröffentlichen?',
  ],
  'portals.publish': ['Publish', 'Veröffentlichen'],
  'portals.takeDownAll': ['Take down everywhere', 'Überall offline nehmen'],
  'portals.takeDownTitle': [
    'Take down from {count} {count|portal|portals}?',
    'Von {count} {count|Portal|Portalen} nehmen?',
  ],
  'portals.takeDownText': [
    'The property stays in your account. Planned times of these portals are lost.',
    'In Ihrem Konto bleibt die Immobilie erhalten. Geplante Zeiten dieser Portale gehen verloren.',
  ],
  'portals.takeDown': ['Take down', 'Offline nehmen'],
  'portals.switch': ['Published on {name}', 'Veröffentlicht auf {name}'],
  'portals.off': ['Not published', 'Nicht veröffentlicht'],
  'portals.ready': ['Ready', 'Bereit'],
  'portals.checking': ['Being checked …', 'Wird geprüft …'],
  'portals.notProcessed': [
    'Cannot be published: the images or documents of the property could not be processed.',
    'Veröffentlichung nicht möglich: Bilder oder Dokumente der Immobilie konnten nicht verarbeitet werden.',
  ],
  'portals.notConnected': [
    'Cannot be published: the portal is not connected.',
    'Veröffentlichung nicht möglich: Das Portal ist nicht verbunden.',
  ],
  'portals.blocked': ['Cannot be published yet:', 'Veröffentlichung noch nicht möglich:'],
  'portals.hints': [
    '{count} {count|hint|hints} from the check',
    '{count} {count|Hinweis|Hinweise} aus der Prüfung',
  ],
  'portals.atPortal': ['Show on the portal', 'Auf dem Portal ansehen'],
  'portals.scheduled': ['Will be published:', 'Wird veröffentlicht:'],
  'portals.ends': ['Will be taken down:', 'Wird offline genommen:'],
  'portals.times': ['Planned times', 'Geplante Zeiten'],
  'portals.refused': ['Not done: {reason}', 'Nicht ausgeführt: {reason}'],
  'sales.title': ['Sales status', 'Verkaufsstatus'],
  'sales.open': ['Available', 'Verfügbar'],
  'sales.reserved': ['Reserved', 'Reserviert'],
  'sales.sold': ['Sold or let', 'Verkauft/vermietet'],
  'sales.openText': [
    'The property is shown where it is published.',
    'Die Immobilie ist dort zu sehen, wo sie veröffentlicht ist.',
  ],
  'sales.reservedText': [
    'The portals show the property as reserved, where they have a field for it.',
    'Die Portale zeigen die Immobilie als reserviert, soweit sie ein Feld dafür haben.',
  ],
  'sales.soldText': [
    'The property is taken down on all portals until the status changes.',
    'Die Immobilie ist auf allen Portalen offline, bis sich der Status ändert.',
  ],
  'sales.keptText': [
    'The property stays published: that is set in its form.',
    'Die Immobilie bleibt online: Das ist in ihrem Formular so festgelegt.',
  ],
  'sales.takeDownTitle': [
    'Sold or let: take down everywhere?',
    'Verkauft/vermietet: überall offline nehmen?',
  ],
  'sales.takeDownText': [
    'The property is taken down on these portals until the status changes.',
    'Auf diesen Portalen ist die Immobilie offline, bis sich der Status ändert.',
  ],
  'sales.takeDownConfirm': ['Sold: take down', 'Verkauft: offline nehmen'],
  'sales.publishTitle': [
    'Not sold or let: publish again?',
    'Nicht verkauft/vermietet: wieder veröffentlichen?',
  ],
  'sales.publishText': [
    'The property is published again on these portals, unless planned times or settings of a portal prevent it.',
    'Auf diesen Portalen wird die Immobilie wieder veröffentlicht, soweit geplante Zeiten oder Einstellungen eines Portals es nicht verhindern.',
  ],
  'sales.publishConfirm': ['Publish again', 'Wieder veröffentlichen'],
  'sales.unsaved': ['The status is not saved yet.', 'Der Status ist noch nicht gespeichert.'],
  'sales.save': ['Save the status', 'Status speichern'],
  'sales.saved': ['The sales status is saved', 'Der Verkaufsstatus ist gespeichert'],
});
