/** The part of a document with what it refers to in the place of the references. */
export function inlined(part, document) {
  if (Array.isArray(part)) return part.map((item) => inlined(item, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...beside } = part
  const own = Object.fromEntries(Object.entries(beside).map(([name, value]) => [name, inlined(value, document)]))
  return typeof $ref === 'string' ? { ...inlined(targetOf($ref, document), document), ...own } : own
}

export const targetOf = (reference, document) =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce((node, step) => node[step], document)
