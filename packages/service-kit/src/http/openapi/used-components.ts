/** The components of a document that something refers to. */
import type { OpenApiDocument } from './document.js'
import type { JsonSchema } from './json-schema.js'

type Components = Pick<OpenApiDocument['components'], 'schemas' | 'responses' | 'headers' | 'parameters'>

/** The components that the paths refer to, and those that these refer to. Tools do not look at events of streams. */
export function onlyUsed(components: Components, paths: OpenApiDocument['paths']): Components {
  const used = new Set<string>()
  const find = (value: unknown): void => {
    const text = JSON.stringify(value, (key, inner: unknown) => (key === EVENTS ? undefined : inner))
    for (const [, kind = '', name = ''] of text.matchAll(REFERENCE)) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      find(components[kind as keyof Components]?.[name])
    }
  }
  find(paths)
  const keep = <T>(kind: string, all: Readonly<Record<string, T>> = {}): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`)))
  return {
    schemas: keep('schemas', components.schemas),
    responses: keep('responses', components.responses),
    headers: keep('headers', components.headers),
    parameters: keep('parameters', components.parameters),
  }
}

const REFERENCE = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g
const EVENTS = 'x-events'

/** The paths, with the schemas that nothing but events of streams refers to written out where they come. */
export function withEvents(
  paths: OpenApiDocument['paths'],
  used: Readonly<Record<string, JsonSchema>>,
  all: Readonly<Record<string, JsonSchema>>,
): OpenApiDocument['paths'] {
  const written = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(written)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...beside } = value as Record<string, unknown>
    const name = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined
    if (name !== undefined && name in all && !(name in used)) return written({ ...all[name], ...beside })
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner)]))
  }
  return written(paths) as OpenApiDocument['paths']
}
