import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'

/** A check of values against a JSON Schema (2020-12), formats included. Throws when the schema itself is not valid. */
export const compileJsonSchema = (schema: object): ((value: unknown) => boolean) => ajv.compile(schema)

// One for all: what it takes longest to compile is the schema of schemas.
const code = { optimize: false }
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, code })
addFormats(ajv)
