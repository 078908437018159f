/** Says what most operations require once, of the document: an operation that says nothing requires that. */
import type { OpenApiDocument, OpenApiOperation, SecurityRequirement } from './document.js'

type Paths = OpenApiDocument['paths']

export function shareSecurity(paths: Paths): Required<Pick<OpenApiDocument, 'paths' | 'security'>> {
  const counts = new Map<string, number>()
  for (const methods of Object.values(paths))
    for (const { security } of Object.values(methods)) {
      const text = JSON.stringify(security)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  const [[most] = ['[]']] = [...counts].sort(([, one], [, other]) => other - one)
  const sharing = (operation: OpenApiOperation): OpenApiOperation => {
    const { security, ...rest } = operation
    return JSON.stringify(security) === most ? rest : operation
  }
  const shared = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, sharing(operation)])),
  ])
  return { paths: Object.fromEntries(shared) as Paths, security: JSON.parse(most) as readonly SecurityRequirement[] }
}
