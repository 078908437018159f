/** Responses without a body of their own, such as errors, are in the document once: most operations have the same. */
import { STATUS_CODES } from 'node:http'
import type { OpenApiDocument, OpenApiOperation, OpenApiReference, OpenApiResponse } from './document.js'

type Paths = OpenApiDocument['paths']

export function shareResponses(paths: Paths): {
  readonly paths: Paths
  readonly responses: Readonly<Record<string, OpenApiResponse>>
} {
  const responses: Record<string, OpenApiResponse> = {}
  const share = (status: string, response: OpenApiResponse | OpenApiReference): OpenApiResponse | OpenApiReference => {
    if (status < '300' || '$ref' in response) return response
    const text = JSON.stringify(response)
    let name = nameOf(status, response)
    for (let number = 2; JSON.stringify(responses[name] ?? response) !== text; number++)
      name = `${nameOf(status, response)}${number}`
    responses[name] = response
    return { $ref: `#/components/responses/${name}` }
  }
  const sharing = (operation: OpenApiOperation): OpenApiOperation => ({
    ...operation,
    responses: mapEntries(operation.responses, share),
  })
  return {
    paths: mapEntries(paths, (_path, methods) => mapEntries(methods, (_method, one) => sharing(one))),
    responses,
  }
}

const mapEntries = <T, R>(object: Readonly<Record<string, T>>, change: (name: string, value: T) => R) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]))

/** Nearly every operation refers to these. */
const SHORT: Readonly<Record<string, string>> = {
  ...{ 304: 'Same', 400: 'Invalid', 401: 'Unknown', 408: 'Timeout', 413: 'TooLarge', 429: 'Limited', 500: 'Failed' },
}

/** That of the status, and of the last error where there may be several; of those that differ, a number as well. */
function nameOf(status: string, { description }: OpenApiResponse): string {
  const phrase = SHORT[status] ?? (STATUS_CODES[status] ?? `Status${status}`).replaceAll(' ', '')
  const [, ...others] = [...description.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
  const last = others.at(-1)?.replaceAll(/(?:^|[_ ])(\w)/g, (_, letter: string) => letter.toUpperCase())
  return last === undefined ? phrase : `${phrase}Or${last}`
}
