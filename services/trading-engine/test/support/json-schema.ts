import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** A check of values against a JSON Schema (2020-12), formats included. Throws when the schema itself is not valid. */
export function compileJsonSchema(schema: object): (value: unknown) => boolean {
  const code = { optimize: false }
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, code })
  addFormats(ajv)
  return ajv.compile(schema)
}
