/** Examples that come more than once, each once among the components: what refers to them is shorter. */
import type { OpenApiContent, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './document.js'

/** A reference costs about as many characters. */
const WORTH_IT = 200

type Shared = Pick<OpenApiDocument, 'paths' | 'components'>

export function shareExamples<D extends Shared>(document: D): D {
  const names = namesOf(document)
  if (names.size === 0) return document
  const ofContent = (content: OpenApiContent): OpenApiContent =>
    Object.fromEntries(
      Object.entries(content).map(([type, { example, ...media }]) => {
        const name = example === undefined ? undefined : names.get(JSON.stringify(example))
        if (name !== undefined)
          return [type, { ...media, examples: { usual: { $ref: `#/components/examples/${name}` } } }]
        return [type, example === undefined ? media : { ...media, example }]
      }),
    )
  const ofBody = <B extends { readonly content?: OpenApiContent }>(body: B): B =>
    body.content === undefined ? body : { ...body, content: ofContent(body.content) }
  const ofOperation = (operation: OpenApiOperation): OpenApiOperation => ({
    ...operation,
    ...(operation.requestBody === undefined ? {} : { requestBody: ofBody(operation.requestBody) }),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [
        status,
        '$ref' in response ? response : ofBody<OpenApiResponse>(response),
      ]),
    ),
  })
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, ofOperation(operation)])),
    ]),
  )
  const values = [...names].map(([text, name]) => [name, { value: JSON.parse(text) as unknown }])
  return { ...document, paths, components: { ...document.components, examples: Object.fromEntries(values) as object } }
}

/** A name for the text of each example that is worth it: that of the first operation with it. */
function namesOf({ paths }: Shared): ReadonlyMap<string, string> {
  const first = new Map<string, string>()
  const names = new Map<string, string>()
  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap(Object.values<OpenApiOperation>))
    for (const body of [requestBody, ...Object.values(responses)])
      for (const { example } of contentsOf(body)) {
        const text = JSON.stringify(example)
        const name = first.get(text)
        if (name !== undefined) names.set(text, name)
        else if (text.length > WORTH_IT) first.set(text, `${operationId}${first.size}`)
      }
  return names
}

const contentsOf = (body: OpenApiOperation['requestBody'] | OpenApiOperation['responses'][string]) =>
  body === undefined || !('content' in body) || body.content === undefined
    ? []
    : Object.values(body.content).filter(({ example }) => example !== undefined)
