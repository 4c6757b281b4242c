import { defineMessages } from './define-messages.ts';

/** Texts about the settings of targets without a profile, and the addresses of a feed; loaded with the form and the page of a target. */
export const targetSettingsMessages = defineMessages({
  'preset.label': ['What do you connect?', 'Was verbinden Sie?'],
  'preset.portal': ['Another portal', 'Ein anderes Portal'],
  'preset.website': [
    'My own website (WordPress, TYPO3 or Contao with an OpenImmo plugin)',
    'Meine eigene Website (WordPress, TYPO3 oder Contao mit einem OpenImmo-Plugin)',
  ],
  'preset.portalText': [
    'Enter the FTP credentials that the portal issued. The settings below suit most portals.',
    'Geben Sie die FTP-Zugangsdaten ein, die Sie vom Portal erhalten haben. Die Einstellungen unten passen für die meisten Portale.',
  ],
  'preset.websiteText': [
    'Enter the FTP login of your web host, and the import folder of the plugin as directory. Photos are reduced to the size of a screen.',
    'Geben Sie den FTP-Zugang Ihres Webhosters ein und den Importordner des Plugins als Verzeichnis. Fotos werden auf Bildschirmgröße verkleinert.',
  ],
  'setting.title': ['Settings of the transfer', 'Einstellungen der Übertragung'],
  'setting.text': [
    'Change these only if the portal or the plugin asks for something else. Then check the credentials.',
    'Ändern Sie diese nur, wenn das Portal oder das Plugin etwas anderes verlangt. Prüfen Sie danach die Zugangsdaten.',
  ],
  'setting.fileName': ['File name of a package', 'Dateiname eines Pakets'],
  'setting.fileNameText': [
    'Replaced: {provider}, {listingId}, {sequence} and {time}',
    'Ersetzt werden: {provider}, {listingId}, {sequence} und {time}',
  ],
  'setting.pageDomains': ['Domains of the public pages', 'Domains der öffentlichen Seiten'],
  'setting.pageDomainsText': ['Separated by commas', 'Durch Kommas getrennt'],
  'setting.reportFolder': ['Folder with results', 'Ordner mit Ergebnissen'],
  'setting.reportFolderText': [
    'The directory in which the receiver writes what it made of packages. It should contain nothing else.',
    'Das Verzeichnis, in das der Empfänger schreibt, was aus Paketen wurde. Es sollte nichts anderes enthalten.',
  ],
  'setting.removeReports': ['Remove result files that were read', 'Gelesene Ergebnisdateien entfernen'],
  'target.reportFolderProblem': [
    'The folder with results cannot be read. Publishing goes on.',
    'Der Ordner mit Ergebnissen kann nicht gelesen werden. Veröffentlicht wird weiterhin.',
  ],
  'target.folder.folder_unreadable': [
    'The folder {path} cannot be opened. The server says: {said}',
    'Der Ordner {path} lässt sich nicht öffnen. Der Server sagt: {said}',
  ],
  'target.folder.file_unreadable': [
    'The file {file} in the folder {path} cannot be read. The reason: {said}',
    'Die Datei {file} im Ordner {path} lässt sich nicht lesen. Der Grund: {said}',
  ],
  'setting.maxImages': ['Most images', 'Höchstzahl der Bilder'],
  'setting.maxImageBytes': ['Largest image in bytes', 'Größtes Bild in Bytes'],
  'setting.maxImageEdge': ['Longest edge in pixels', 'Längste Kante in Pixeln'],
  'setting.noLimit': ['no limit', 'ohne Grenze'],
  'setting.upload': ['Upload', 'Hochladen'],
  'setting.upload.renamed': [
    'Under a temporary name, then rename',
    'Unter vorläufigem Namen, dann umbenennen',
  ],
  'setting.upload.direct': [
    'Under the final name (server does not rename)',
    'Unter endgültigem Namen (Server benennt nicht um)',
  ],
  'setting.charset': ['Charset', 'Zeichensatz'],
  'setting.charset.UTF-8': ['UTF-8', 'UTF-8'],
  'setting.charset.ISO-8859-1': ['ISO-8859-1', 'ISO-8859-1'],
  'setting.formatNames': ['Names of file formats', 'Namen der Dateiformate'],
  'setting.formatNames.extension': ['Extension (JPG)', 'Endung (JPG)'],
  'setting.formatNames.media-type': ['Media type (image/jpeg)', 'Medientyp (image/jpeg)'],
  'setting.unchangedAttachments': ['Unchanged files', 'Unveränderte Dateien'],
  'setting.unchangedAttachments.again': [
    'Send again with each update',
    'Bei jeder Aktualisierung erneut senden',
  ],
  'setting.unchangedAttachments.reference': [
    'Name only: the receiver keeps its files',
    'Nur nennen: Der Empfänger behält seine Dateien',
  ],
  'setting.coldRent': ['Meaning of “kaltmiete”', 'Bedeutung von „kaltmiete“'],
  'setting.coldRent.schema': ['Rent with running costs', 'Miete mit Nebenkosten'],
  'setting.coldRent.base': ['Base rent', 'Nettokaltmiete'],
  'setting.requestAddress': ['Collected inquiries', 'Gesammelte Anfragen'],
  'setting.requestAddress.additional': [
    'Inquiry address in addition to the contact',
    'Anfrage-Adresse zusätzlich zum Ansprechpartner',
  ],
  'setting.requestAddress.replacesContact': [
    'Inquiry address instead of the email address of the contact',
    'Anfrage-Adresse anstelle der E-Mail-Adresse des Ansprechpartners',
  ],
  'setting.requestAddress.none': ['The receiver sends no inquiries', 'Der Empfänger sendet keine Anfragen'],
  'setting.transfer': ['Full transfers', 'Vollabgleich'],
  'setting.transfer.partial': ['Never: send changes only', 'Nie: nur Änderungen senden'],
  'setting.transfer.full': [
    'Allowed: the account belongs to this service alone',
    'Erlaubt: Der Zugang gehört allein diesem Dienst',
  ],
  'setting.nightly': ['Full transfer each night', 'Vollabgleich jede Nacht'],
  'setting.nightlyText': [
    'Between 1:00 and 5:00 in Germany. The receiver then shows what is listed here, and nothing else.',
    'Zwischen 1:00 und 5:00 Uhr in Deutschland. Der Empfänger zeigt danach, was hier inseriert ist, und nichts anderes.',
  ],
  'setting.nightlyTitle': ['Send a full transfer each night?', 'Jede Nacht einen Vollabgleich senden?'],
  'setting.nightlyConfirm': [
    'Each night the receiver removes everything that this service does not list there, also what other programs have put there. If many listings would disappear, nothing is sent until you confirm it.',
    'Jede Nacht entfernt der Empfänger alles, was dieser Dienst dort nicht inseriert, auch was andere Programme dort eingestellt haben. Würden viele Inserate verschwinden, wird nichts gesendet, bis Sie es bestätigen.',
  ],
  'setting.maxRemoved': ['Removed without asking', 'Ohne Rückfrage entfernt'],
  'setting.maxRemovedText': [
    'In percent of the published listings. If a nightly full transfer would remove more, and more than 3, it waits for your confirmation. 0: every removal is confirmed.',
    'In Prozent der veröffentlichten Inserate. Würde ein nächtlicher Vollabgleich mehr entfernen, und mehr als 3, wartet er auf Ihre Bestätigung. 0: Jedes Entfernen wird bestätigt.',
  ],
  'setting.checkSize': ['Compare the size of uploaded files', 'Größe hochgeladener Dateien vergleichen'],
  'setting.links': ['Send links', 'Links senden'],
  'setting.attachmentTypes': ['Accepted files', 'Akzeptierte Dateien'],
  'setting.attachmentTypesText': [
    'JPEG is always accepted. Images of other types are converted.',
    'JPEG wird immer akzeptiert. Bilder anderer Typen werden umgewandelt.',
  ],
  'sync.title': ['Send everything again', 'Alles erneut senden'],
  'sync.text': [
    'For a platform that has lost or changed something. Listings are sent in the usual order.',
    'Für eine Plattform, die etwas verloren oder geändert hat. Inserate werden in der üblichen Reihenfolge gesendet.',
  ],
  'sync.partial': ['Send all listings again', 'Alle Inserate erneut senden'],
  'sync.begun': [
    'Everything is being sent again. Bulk actions show how far it is.',
    'Alles wird erneut gesendet. Die Sammelaktionen zeigen, wie weit es ist.',
  ],
  'sync.full': ['Full transfer', 'Vollabgleich'],
  'sync.fullText': [
    'A full transfer contains all listings. The receiver removes everything else, also what other programs have put there.',
    'Ein Vollabgleich enthält alle Inserate. Der Empfänger entfernt alles andere, auch was andere Programme dort eingestellt haben.',
  ],
  'sync.confirm': ['Number of listings that may disappear', 'Anzahl der Inserate, die verschwinden dürfen'],
  'sync.lastGood': [
    'Last full transfer, with {count} {count|listing|listings}:',
    'Letzter Vollabgleich, mit {count} {count|Inserat|Inseraten}:',
  ],
  'sync.lastBad': ['The last full transfer was not sent:', 'Der letzte Vollabgleich wurde nicht gesendet:'],
  'sync.why.would_remove': [
    'These properties are published and cannot be sent now, so they would disappear: {names}. {mayRemove} may disappear without your confirmation.',
    'Diese Immobilien sind veröffentlicht und lassen sich derzeit nicht senden, würden also verschwinden: {names}. Ohne Ihre Bestätigung dürfen {mayRemove} verschwinden.',
  ],
  'sync.why.too_many_listings': [
    'The portal has more listings than a full transfer can contain.',
    'Das Portal hat mehr Inserate, als ein Vollabgleich enthalten kann.',
  ],
  'sync.why.nothing_listed': [
    'Nothing is listed on the portal. A full transfer would remove everything there.',
    'Auf dem Portal ist nichts inseriert. Ein Vollabgleich würde dort alles entfernen.',
  ],
  'sync.why.nothing_to_send': [
    'None of the listings can be sent now. A full transfer would remove everything.',
    'Derzeit lässt sich kein Inserat senden. Ein Vollabgleich würde alles entfernen.',
  ],
  'sync.why.night_over': [
    'Until the end of the night, the portal was busy, paused or waiting after a failure, or published properties were still being processed. The next one is sent in the following night.',
    'Bis zum Ende der Nacht war das Portal beschäftigt, pausiert oder nach einem Fehler in Wartezeit, oder veröffentlichte Immobilien wurden noch verarbeitet. Der nächste wird in der folgenden Nacht gesendet.',
  ],
  'sync.why.not_supported': [
    'The portal does not accept full transfers, or its settings do not allow them.',
    'Das Portal nimmt keinen Vollabgleich an, oder seine Einstellungen erlauben keinen.',
  ],
  'sync.why.login_of_other_account': [
    'Another account of the service publishes with the same login. A full transfer would remove its objects.',
    'Ein anderes Konto dieses Dienstes veröffentlicht mit demselben Zugang. Ein Vollabgleich würde dessen Objekte entfernen.',
  ],
  'sync.why.login_of_other_target': [
    'Another portal of your account publishes with the same login. A full transfer would remove its objects.',
    'Ein anderes Portal Ihres Kontos veröffentlicht mit demselben Zugang. Ein Vollabgleich würde dessen Objekte entfernen.',
  ],
  'sync.oneByOne': [
    'All listings were sent one by one instead.',
    'Alle Inserate wurden stattdessen einzeln gesendet.',
  ],
  'sync.held': [
    'A full transfer waits for you: {count} published {count|listing|listings} would disappear. Correct the properties, or send it anyway.',
    'Ein Vollabgleich wartet auf Sie: {count} {count|veröffentlichtes Inserat würde|veröffentlichte Inserate würden} verschwinden. Korrigieren Sie die Immobilien, oder senden Sie ihn trotzdem.',
  ],
  'sync.sendAnyway': ['Send anyway', 'Trotzdem senden'],
  'sync.sendAnywayTitle': ['Send the full transfer?', 'Den Vollabgleich senden?'],
  'sync.sendAnywayText': [
    '{count} published {count|listing disappears|listings disappear} from the platform.',
    '{count} {count|veröffentlichtes Inserat verschwindet|veröffentlichte Inserate verschwinden} von der Plattform.',
  ],
  'check.resolve.good': ['The host was found.', 'Der Host wurde gefunden.'],
  'check.resolve.bad': [
    'The host was not found or is not allowed.',
    'Der Host wurde nicht gefunden oder ist nicht erlaubt.',
  ],
  'check.connect.good': ['The platform responds.', 'Die Plattform antwortet.'],
  'check.connect.bad': ['The connection failed.', 'Die Verbindung ist fehlgeschlagen.'],
  'check.tls.good': ['The connection is secure.', 'Die Verbindung ist sicher.'],
  'check.tls.warn': [
    'The connection is not fully secure.',
    'Die Verbindung ist nicht vollständig abgesichert.',
  ],
  'check.tls.bad': [
    'The connection could not be encrypted.',
    'Die Verbindung ließ sich nicht verschlüsseln.',
  ],
  'check.login.good': ['The login works.', 'Die Anmeldung funktioniert.'],
  'check.login.bad': ['The login failed.', 'Die Anmeldung ist fehlgeschlagen.'],
  'check.directory.good': ['The directory can be opened.', 'Das Verzeichnis lässt sich öffnen.'],
  'check.directory.bad': ['The directory cannot be opened.', 'Das Verzeichnis lässt sich nicht öffnen.'],
  'check.write.good': ['A file can be stored.', 'Eine Datei lässt sich speichern.'],
  'check.write.bad': [
    'Packages cannot be stored as publishing requires it.',
    'Pakete lassen sich nicht so speichern, wie es die Veröffentlichung verlangt.',
  ],
  'check.reportFolder.good': ['The folder can be read.', 'Der Ordner lässt sich lesen.'],
  'check.reportFolder.warn': [
    'The folder cannot be read. Publishing goes on without it.',
    'Der Ordner lässt sich nicht lesen. Die Veröffentlichung läuft trotzdem.',
  ],
  'check.feed.good': ['The feed can be fetched.', 'Der Feed lässt sich abrufen.'],
  'check.feed.bad': ['The feed cannot be fetched.', 'Der Feed lässt sich nicht abrufen.'],
  'server.title': ['What the server can do', 'Was der Server kann'],
  'server.tls': ['Encryption (AUTH TLS)', 'Verschlüsselung (AUTH TLS)'],
  'server.utf8': ['File names in UTF-8', 'Dateinamen in UTF-8'],
  'server.size': ['Report sizes (SIZE)', 'Größen melden (SIZE)'],
  'server.mdtm': ['Report times (MDTM)', 'Zeiten melden (MDTM)'],
  'server.checksum': ['Compute checksums', 'Prüfsummen berechnen'],
  'server.rename': ['Rename files', 'Dateien umbenennen'],
  'server.remove': ['Remove files', 'Dateien entfernen'],
  'server.tls.good': ['Transfers can be encrypted.', 'Übertragungen können verschlüsselt werden.'],
  'server.tls.warn': ['Transfers cannot be encrypted.', 'Übertragungen können nicht verschlüsselt werden.'],
  'server.utf8.good': [
    'File names may contain any characters.',
    'Dateinamen dürfen beliebige Zeichen enthalten.',
  ],
  'server.utf8.warn': [
    'File names may contain ASCII characters only.',
    'Dateinamen dürfen nur ASCII-Zeichen enthalten.',
  ],
  'server.size.good': ['The size of each package is compared.', 'Die Größe jedes Pakets wird verglichen.'],
  'server.size.warn': [
    'The size of packages cannot be compared.',
    'Die Größe der Pakete lässt sich nicht vergleichen.',
  ],
  'server.mdtm.good': ['Times of changes are known.', 'Änderungszeiten sind bekannt.'],
  'server.mdtm.warn': [
    'Times of changes are unknown. Publishing does not need them.',
    'Änderungszeiten sind unbekannt. Für die Veröffentlichung sind sie nicht nötig.',
  ],
  'server.checksum.good': [
    'The checksum of each package is compared.',
    'Die Prüfsumme jedes Pakets wird verglichen.',
  ],
  'server.checksum.warn': [
    'Packages are compared by size only.',
    'Pakete werden nur anhand ihrer Größe verglichen.',
  ],
  'server.rename.good': [
    'Packages get their name once they are complete.',
    'Pakete erhalten ihren Namen erst, wenn sie vollständig sind.',
  ],
  'server.rename.warn': ['Files cannot be renamed.', 'Dateien lassen sich nicht umbenennen.'],
  'server.remove.good': ['Files can be removed.', 'Dateien lassen sich entfernen.'],
  'server.remove.warn': [
    'Incomplete packages stay on the server.',
    'Unvollständige Pakete bleiben auf dem Server.',
  ],
  'target.feed': ['Feed', 'Feed'],
  'target.feedText': [
    'Websites and portals fetch the properties at these addresses. Everyone who knows an address can read it.',
    'Websites und Portale holen die Immobilien unter diesen Adressen ab. Wer eine Adresse kennt, kann sie lesen.',
  ],
  'target.checkFeed': ['Check the feed', 'Feed prüfen'],
  'target.checkFeedText': [
    'Checks whether the feed can be fetched at its addresses.',
    'Prüft, ob der Feed unter seinen Adressen abgeholt werden kann.',
  ],
  'target.feedRotate': ['Change addresses', 'Adressen wechseln'],
  'target.feedRotateTitle': ['Change the addresses of the feed?', 'Die Adressen des Feeds wechseln?'],
  'target.feedRotateText': [
    'The current addresses end at once. Enter the new ones on your website and your portals.',
    'Die jetzigen Adressen enden sofort. Tragen Sie die neuen auf Ihrer Website und Ihren Portalen ein.',
  ],
  'target.feedRotated': ['The feed has new addresses.', 'Der Feed hat neue Adressen.'],
  'target.feedUnread': ['Nobody has fetched the feed yet.', 'Noch niemand hat den Feed abgeholt.'],
});
