import { inlined } from './references.mjs'

/**
 * The names of the fields that are whole numbers in any answer which also has decimals, sorted. A name that means a
 * decimal elsewhere is left out: it is in answers that have no decimals.
 */
export function wholeNumbersOf(document) {
  const { paths, components } = inlined({ paths: document.paths, components: document.components }, document)
  const whole = new Set(['path']) // of an issue: names of fields, and places in lists
  const decimal = new Set()
  const visit = (schema, name) => {
    if (typeof schema !== 'object' || schema === null) return
    const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)].flat()
    if (types.includes('number')) decimal.add(name)
    if (types.includes('integer')) whole.add(name)
    for (const [field, inner] of Object.entries(schema.properties ?? {})) visit(inner, field)
    for (const inner of Object.values(schema.patternProperties ?? {})) visit(inner, '')
    for (const inner of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]) visit(inner, name)
  }
  for (const operation of Object.values(paths).flatMap(Object.values)) {
    for (const { content = {} } of Object.values(operation.responses)) {
      for (const { schema } of Object.values(content)) visit(schema, '')
    }
  }
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name)
  decimal.delete('path')
  return [...whole].filter((name) => !decimal.has(name)).sort()
}
