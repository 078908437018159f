import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  SecurityRequirement,
} from './document.js'

/** An operation without references in it, with what it requires. */
export interface InlinedOperation extends OpenApiOperation {
  readonly security: readonly SecurityRequirement[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly responses: Readonly<Record<string, OpenApiResponse>>
}

export const inlineOperation = (operation: OpenApiOperation, document: OpenApiDocument): InlinedOperation =>
  inlineReferences({ security: document.security ?? [], ...operation }, document) as InlinedOperation

/** The part of a document with what it refers to in the place of the references; what stands beside one counts. */
export function inlineReferences<T>(part: T, document: OpenApiDocument): T {
  if (Array.isArray(part)) return part.map((item: unknown) => inlineReferences(item, document)) as T
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...beside } = part as Record<string, unknown>
  const own = Object.fromEntries(
    Object.entries(beside).map(([name, value]) => [name, inlineReferences(value, document)]),
  )
  if (typeof $ref !== 'string') return own as T
  return { ...inlineReferences(targetOf($ref, document), document), ...own } as T
}

function targetOf(reference: string, document: OpenApiDocument): object {
  const steps = reference.replace('#/', '').split('/')
  const target = steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document)
  if (typeof target !== 'object' || target === null) throw new Error(`nothing is at ${reference}`)
  return target
}
