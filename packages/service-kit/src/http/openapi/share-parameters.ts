/** Parameters that several operations take in the same words are in the document once. */
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.js'

type Paths = OpenApiDocument['paths']

export function shareParameters(paths: Paths): {
  readonly paths: Paths
  readonly parameters: Readonly<Record<string, OpenApiParameter>>
} {
  const names = namesOfRepeated(paths)
  const parameters: Record<string, OpenApiParameter> = {}
  const share = (one: OpenApiParameter) => {
    const name = names.get(JSON.stringify(one))
    if (name === undefined) return one
    parameters[name] = one
    return { $ref: `#/components/parameters/${name}` }
  }
  const sharing = (operation: OpenApiOperation): OpenApiOperation => {
    const { parameters: own } = operation
    return own === undefined
      ? operation
      : { ...operation, parameters: own.map((one) => share(one as OpenApiParameter)) }
  }
  const shared = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, sharing(operation)])),
  ])
  return { paths: Object.fromEntries(shared) as Paths, parameters }
}

/** The names of parameters that come more than once, by their words; of those with one name, a number as well. */
function namesOfRepeated(paths: Paths): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { parameters = [] } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const one of parameters) counts.set(JSON.stringify(one), (counts.get(JSON.stringify(one)) ?? 0) + 1)
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const [text, count] of counts) {
    if (count === 1) continue
    const { name } = JSON.parse(text) as OpenApiParameter
    let free = name
    for (let number = 2; taken.has(free); number++) free = `${name}${number}`
    taken.add(free)
    names.set(text, free)
  }
  return names
}
