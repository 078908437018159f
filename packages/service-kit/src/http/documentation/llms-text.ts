/** /llms.txt (llmstxt.org): what there is to read about a service, and each of its endpoints, on one page. */
import { operationsOf } from '../openapi/api-reference.js'
import type { OpenApiDocument } from '../openapi/document.js'
import type { Guide } from './guides.js'

/** Links are relative, so that they hold behind a gateway that puts a prefix before them. */
export function llmsText(document: OpenApiDocument, guides: readonly Guide[]): string {
  const { title, description } = document.info
  const operations = operationsOf(document).map(
    ({ title: name, anchor, operation }) => `- [${name}](docs/API.md#${anchor}): ${operation.summary}`,
  )
  const pages = guides.map((guide) => `- [${guide.title}](docs/${guide.name}): ${guide.note}`)
  return [
    `# ${title}`,
    `> ${description}`,
    '## API',
    '- [Reference](docs/API.md): every endpoint with its parameters, body, responses and errors\n' +
      '- [OpenAPI 3.1](openapi.json): the same for programs',
    ...(pages.length === 0 ? [] : ['## Guides', pages.join('\n')]),
    '## Endpoints',
    `${operations.join('\n')}\n`,
  ].join('\n\n')
}
