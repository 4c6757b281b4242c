import { defineMessages } from './define-messages.ts';

/** The settings of targets without a profile; they come with the form and the page of a target. */
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
  'setting.coldRent': ['Meaning of “kaltmiete”', 'Bedeutung von „kaltmiete“'],
  'setting.coldRent.schema': ['Rent with running costs', 'Miete mit Nebenkosten'],
  'setting.coldRent.base': ['Base rent', 'Nettokaltmiete'],
  'setting.requestAddress': ['Collected requests', 'Gesammelte Anfragen'],
  'setting.requestAddress.additional': [
    'Request address in addition to the contact',
    'Anfrage-Adresse zusätzlich zum Ansprechpartner',
  ],
  'setting.requestAddress.replacesContact': [
    'Request address instead of the email address of the contact',
    'Anfrage-Adresse anstelle der E-Mail-Adresse des Ansprechpartners',
  ],
  'setting.requestAddress.none': ['The receiver sends no requests', 'Der Empfänger sendet keine Anfragen'],
  'setting.transfer': ['Full transfers', 'Vollabgleich'],
  'setting.transfer.partial': ['Never: send changes only', 'Nie: nur Änderungen senden'],
  'setting.transfer.full': [
    'Allowed: the account belongs to this service alone',
    'Erlaubt: Der Zugang gehört allein diesem Dienst',
  ],
  'setting.checkSize': ['Compare the size of uploaded files', 'Größe hochgeladener Dateien vergleichen'],
  'setting.links': ['Send links', 'Links senden'],
  'setting.attachmentTypes': ['Accepted files', 'Akzeptierte Dateien'],
  'setting.attachmentTypesText': [
    'JPEG is always accepted. Images of other types are converted.',
    'JPEG wird immer akzeptiert. Bilder anderer Typen werden umgewandelt.',
  ],
  'server.title': ['What the server can do', 'Was der Server kann'],
  'server.tls': ['Encryption (AUTH TLS)', 'Verschlüsselung (AUTH TLS)'],
  'server.utf8': ['File names in UTF-8', 'Dateinamen in UTF-8'],
  'server.size': ['Report sizes (SIZE)', 'Größen melden (SIZE)'],
  'server.mdtm': ['Report times (MDTM)', 'Zeiten melden (MDTM)'],
  'server.checksum': ['Compute checksums', 'Prüfsummen berechnen'],
  'server.rename': ['Rename files', 'Dateien umbenennen'],
  'server.remove': ['Remove files', 'Dateien entfernen'],
});
