/** The OpenAPI document as one Markdown page, for who reads rather than generates: people, and language models. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inlineOperation, type InlinedOperation } from './inline-references.js'
import { describeFields, typeOf, type ListedObjects } from './describe-schema.js'
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './document.js'

export interface DescribedOperation {
  /** Method and path. */
  readonly title: string
  /** The anchor of its section in the page. */
  readonly anchor: string
  readonly operation: OpenApiOperation
}

/** The operations of a document, in its order. */
export const operationsOf = ({ paths }: OpenApiDocument): readonly DescribedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const title = `${method.toUpperCase()} ${path}`
      return { title, anchor: anchorOf(title), operation }
    }),
  )

/** As GitHub makes it of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')

/** An operation in each turn of the event loop: requests do not wait for the page. */
export async function apiReference(document: OpenApiDocument): Promise<string> {
  const { title, version, description } = document.info
  const listed: ListedObjects = new Map()
  const sections = [`# ${title}, ${version}`, description, LEGEND]
  for (const described of operationsOf(document)) {
    const operation = inlineOperation(described.operation, document)
    sections.push(...sectionOf(described.title, operation, listed))
    await nextTurn()
  }
  return `${sections.join('\n\n')}\n`
}

const LEGEND =
  'Made from `/openapi.json`, which has patterns and headers as well. A *decimal* is a JSON number, or the same as text. ' +
  'Every error has `error`, `message` and `request_id`.'

function sectionOf(title: string, operation: InlinedOperation, listed: ListedObjects): readonly string[] {
  const { summary, description, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  const sent = body === undefined ? [] : describeFields(body, `the body of \`${title}\``, listed)
  return [
    `## ${title}`,
    `${summary}. ${description}`,
    ...listOf('Parameters', parameters.map(describeParameter)),
    ...listOf(`Body${requestBody?.required === false ? ', optional' : ''}`, sent),
    ...Object.entries(responses)
      .filter(([status]) => status < '400')
      .flatMap((response) => describeResponse(response, title, listed)),
    ...errorsOf(responses),
  ]
}

function errorsOf(responses: InlinedOperation['responses']): readonly string[] {
  const errors = Object.entries(responses).filter(([status]) => status >= '400')
  if (errors.length === 0) return []
  return [`Errors: ${errors.map(([status, { description }]) => `${status} ${description}`).join(', ')}.`]
}

const listOf = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}:`, lines.join('\n')]

const describeParameter = ({ name, in: place, required, description, schema }: OpenApiParameter): string =>
  [
    `- \`${name}\` (${place}): ${typeOf(schema)}${required ? '' : ', optional'}`,
    ...(description === undefined ? [] : [description]),
  ].join('. ')

function describeResponse(
  [status, { description, content = {} }]: readonly [string, OpenApiResponse],
  title: string,
  listed: ListedObjects,
): readonly string[] {
  const [[contentType, { schema, 'x-events': events = {} }] = ['', {}]] = Object.entries(content)
  const place = `the response to \`${title}\``
  const isJson = schema !== undefined && contentType === 'application/json'
  const kind = isJson ? `, ${typeOf(schema)}` : contentType === '' ? '' : `, ${contentType}`
  return [
    `${status}${kind}: ${description}`,
    ...(isJson ? [describeFields(schema, place, listed).join('\n')].filter((text) => text !== '') : []),
    ...Object.entries(events).flatMap(([event, { description: words, schema: data }]) => [
      `\`event: ${event}\`: ${words}`,
      describeFields(data, `\`event: ${event}\` of \`${title}\``, listed).join('\n'),
    ]),
  ]
}
