import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/**
 * A check of values against a JSON Schema (2020-12), formats included, and what the document says beside it: exact
 * patterns, and rules about several fields. Throws when the schema itself is not valid.
 */
export const compileJsonSchema = (schema: object): ((value: unknown) => boolean) => ajv.compile(exact(schema) as object)

function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact)
  if (typeof schema !== 'object' || schema === null) return schema
  const { 'x-pattern': pattern, 'x-conditions': allOf, ...said } = schema as Record<string, unknown>
  const rules = allOf === undefined ? {} : { allOf }
  const one = { ...said, ...rules, ...(pattern === undefined ? {} : { pattern }) }
  return Object.fromEntries(Object.entries(one).map(([keyword, value]) => [keyword, exact(value)]))
}

// One for all: what it takes longest to compile is the schema of schemas.
const code = { optimize: false }
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, code })
addFormats(ajv)
ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/)
ajv.addVocabulary(['x-null-is-absent', 'x-go-type', 'discriminator'])

const DOCUMENT = 'document'

/** A check of bodies against the schemas that a document has for them, with their references. */
export function createBodyCheck({ components }: { readonly components: object }) {
  const check = new Ajv2020({ strict: false, validateSchema: false, code })
  addFormats(check)
  check.addFormat('decimal', true)
  check.addSchema({ components }, DOCUMENT)
  // Most operations have the same errors, by the same references.
  const compiled = new Map<string, ValidateFunction>()
  return (schema: object, body: unknown): boolean => {
    const text = JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`)
    const validate = compiled.get(text) ?? check.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
    return validate(body)
  }
}
