/** A program that writes OpenImmo, and the settings for its exports. */
export interface KnownSoftware {
  name: string;
  /** Parts of `uebertragung@sendersoftware`, in lower case and without spaces and punctuation. */
  senders: readonly string[];
  /** The peculiarities of its exports, for people. */
  habits: string;
  /** The settings to select in it, for people. */
  needs: string;
  /** Settings of an import source that differ from the defaults. */
  settings?: { defaultCountry?: string; emptyValues?: readonly string[] };
}

/** For programs of which no export has been examined. */
const NOTHING_KNOWN = 'nothing is known of its exports';

/** Texts that users type for "nothing" into fields that accept any text. */
const TYPED_FOR_NOTHING = ['k.A.', '-'];

/** The known programs; the first entry that matches a sender counts. */
export const KNOWN_SOFTWARE: readonly KnownSoftware[] = [
  {
    name: 'onOffice',
    senders: ['onoffice'],
    habits:
      'writes 0 for what is not filled in, also for numbers of parking spaces; it is read as not filled in',
    needs: 'a portal of its own with the full comparison every night, and a provider number without `/`',
  },
  {
    name: 'FLOWFACT',
    senders: ['flowfact'],
    habits: 'may send only what has changed, without photos that were sent before; they are kept',
    needs: 'the photos in the ZIP: photos that are uploaded beside the document are not found',
  },
  {
    name: 'Propstack',
    senders: ['propstack'],
    habits: 'writes descriptions with HTML; the tags are removed',
    needs: 'nothing else',
  },
  {
    name: 'JUSTIMMO',
    senders: ['justimmo'],
    habits: 'is made for Austria, and objects may name no country',
    needs: 'nothing else',
    settings: { defaultCountry: 'AUT' },
  },
  {
    name: 'estatePro',
    senders: ['estatepro'],
    habits: NOTHING_KNOWN,
    needs: 'explicit TLS; if the version cannot do it, see [software without TLS](#software-without-tls)',
  },
  {
    name: 'immoware24',
    senders: ['immoware24'],
    habits: 'manages rented properties, and exports those that become vacant',
    needs: 'the full export, so that let properties are taken down',
  },
  {
    name: 'ImmoOffice',
    senders: ['immooffice'],
    habits: NOTHING_KNOWN,
    needs: 'explicit TLS; if the version cannot do it, see [software without TLS](#software-without-tls)',
  },
  {
    name: 'OpenEstate ImmoTool',
    senders: ['openestate', 'immotool'],
    habits: 'sends partial and full transfers; its manual recommends partial ones',
    needs: 'full transfers (_VOLL_), because a partial one does not take down what it does not contain',
  },
  {
    name: 'WordPress plugins',
    senders: ['wordpress', 'immonex', 'immomakler'],
    habits: 'fields take any text, and photos are addresses of the website; the photos are fetched',
    needs: 'a website that serves its photos to everybody',
    settings: { emptyValues: TYPED_FOR_NOTHING },
  },
  {
    name: 'TYPO3 extensions',
    senders: ['typo3'],
    habits: 'fields take any text, and photos are addresses of the website; the photos are fetched',
    needs: 'a website that serves its photos to everybody',
    settings: { emptyValues: TYPED_FOR_NOTHING },
  },
];

/** The program that has written a document, by its sender. */
export function knownSoftware(sender: string): KnownSoftware | undefined {
  const name = sender.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return KNOWN_SOFTWARE.find(({ senders }) => senders.some((part) => name.includes(part)));
}
