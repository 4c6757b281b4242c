import type { HttpRoute } from '@estate/http';
import { HttpRefusal } from '@estate/http';
import { openRoute } from '../edge/routing/open-route.ts';
import type { OpenApi } from './documented.ts';
import { answerOf, fileRoute, once, textFile } from './file-route.ts';
import { GUIDES_PATH, guideNames, guideText, guides } from './guides.ts';
import { referenceText } from './reference-text.ts';

/** The reference and the guides as Markdown, and `llms.txt`, which lists them. */
export function textRoutes(document: () => OpenApi): HttpRoute[] {
  const guide = once((name: string) => textFile('text/markdown', guideText(name)));
  return [
    fileRoute('/llms.txt', () => textFile('text/plain', contents(document()))),
    fileRoute('/docs/reference.md', () => textFile('text/markdown', referenceText(document()))),
    openRoute(`${GUIDES_PATH}/{name}`, (request) => {
      const { name = '' } = request.params;
      if (!guideNames().includes(name))
        throw new HttpRefusal({
          status: 404,
          code: 'path-unknown',
          message: 'There is no guide with this name.',
        });
      return answerOf(guide(name), request);
    }),
  ];
}

/** The content of `llms.txt` in the format of llmstxt.org: an introduction, and a link with a sentence for each text. */
function contents({ info, servers = [] }: OpenApi): string {
  const [server] = servers;
  const home = (server?.url ?? '').replace(/\/$/, '');
  const listed = guides().map(
    ({ name, title, about }) => `- [${title}](${home}${GUIDES_PATH}/${name}): ${about}`,
  );
  return `# ${info.title}

> ${(info.description ?? '').replaceAll(/\s+/g, ' ')}

An assistant can call the API with the command \`estate mcp\`, a server of the Model Context Protocol.

## Reference

- [Reference](${home}/docs/reference.md): every operation with its parameters, its body, its errors and a sample
- [OpenAPI document](${home}/openapi.json): the same for programs

## Guides

${listed.join('\n')}
`;
}
