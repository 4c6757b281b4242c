/** The used functions of a package without types, which read and write Bruno's files. */
declare module '@usebruno/lang' {
  interface NamedValue {
    name: string;
    value: string;
    enabled: boolean;
    type?: 'query' | 'path';
  }
  interface BrunoRequest {
    meta: { name: string; type: 'http'; seq: number | string };
    http: { method: string; url: string; body: string; auth: string };
    params?: NamedValue[];
    headers?: NamedValue[];
    body?: { json?: string; file?: { filePath: string; contentType: string; selected: boolean }[] };
    docs?: string;
  }
  interface BrunoCollection {
    meta?: { name: string };
    auth?: { mode: string };
    docs?: string;
  }
  const lang: {
    jsonToBruV2(request: BrunoRequest): string;
    bruToJsonV2(text: string): BrunoRequest;
    jsonToCollectionBru(
      collection: BrunoCollection & { auth: { mode: string; bearer?: { token: string } } },
    ): string;
    envJsonToBruV2(environment: { variables: (NamedValue & { secret: boolean })[] }): string;
  };
  export = lang;
}
