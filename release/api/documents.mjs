import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

const requireBuilt = createRequire(join(import.meta.dirname, '../../faults/package.json'))
const RELEASED = join(import.meta.dirname, 'released.json.gz')

/** The OpenAPI documents by name, as `npm run build` last made them. */
export function builtDocuments() {
  const { engineDocument, operatorDocument } = requireBuilt('@ats/trading-engine')
  const { walletDocument } = requireBuilt('@ats/wallet')
  return { 'trading-engine': engineDocument(), operator: operatorDocument(), wallet: walletDocument() }
}

/** The document of the laboratory, which no release has had: nothing is compared with it. */
export const builtLabDocument = () => requireBuilt('@ats/trading-engine').labDocument()

/** `{ version, documents }` of the last release; kept as a file, because a shallow clone has no tags. */
export const releasedDocuments = () => JSON.parse(gunzipSync(readFileSync(RELEASED)).toString())

export const storeReleasedDocuments = (version, documents) =>
  writeFileSync(RELEASED, gzipSync(JSON.stringify({ version, documents }), { level: 9 }))
