import { createRequire } from 'node:module'

interface Ajv {
  compile(schema: object): (value: unknown) => boolean
}

/** The validator the response contract of the test kit uses; the one at the root is an older one, of the linter's. */
const fromTestKit = createRequire(require.resolve('@ats/test-kit/package.json'))
const { Ajv2020 } = fromTestKit('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv }
const { default: addFormats } = fromTestKit('ajv-formats') as { default: (ajv: Ajv) => void }

/** A check of values against a JSON Schema (2020-12), formats included. Throws when the schema itself is not valid. */
export function compileJsonSchema(schema: object): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true })
  addFormats(ajv)
  return ajv.compile(schema)
}
