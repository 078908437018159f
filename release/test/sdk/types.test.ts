/** The types of the SDK are those of the documents that the services serve now. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineDocument } from '@ats/trading-engine'
import { walletDocument } from '@ats/wallet'
import { ROOT } from '../support/installed.js'

const REGENERATE = 'npm run build && npm ci --prefix release && node release/generate-sdk-types.mjs'

test.each([
  ['trading-engine', engineDocument],
  ['wallet', walletDocument],
])('the types of %s were made from its document as it is now', (name, document) => {
  const text = readFileSync(join(ROOT, `packages/sdk/src/generated/${name}.ts`), 'utf8')
  const hash = createHash('sha256').update(JSON.stringify(document())).digest('hex')
  if (!text.includes(`'${hash}'`)) throw new Error(`the document has changed: ${REGENERATE}`)
})
