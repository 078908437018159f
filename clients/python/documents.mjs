/**
 * Writes the OpenAPI documents that `npm run build` last made to `openapi/`, where the package is generated from them,
 * and the licence beside them: `npm run client:python`. Neither is in git, and both are in the source distribution.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtDocuments, builtLabDocument } from '../../release/api/documents.mjs'

const HERE = import.meta.dirname
const { 'trading-engine': engine, wallet } = builtDocuments()

mkdirSync(join(HERE, 'openapi'), { recursive: true })
for (const [name, document] of Object.entries({ engine, wallet, lab: builtLabDocument() }))
  writeFileSync(join(HERE, 'openapi', `${name}.json`), JSON.stringify(document))
copyFileSync(join(HERE, '../../LICENSE'), join(HERE, 'LICENSE'))
