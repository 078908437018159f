/**
 * Writes the types of the SDK, and those of the operator's API for the dashboard, from the OpenAPI documents of both
 * services. `npm run generate` compiles the services first. A file that would not change is left alone, so that the
 * compiler does not check again what imports it.
 */
import { createRequire } from 'node:module'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generateTypes } from './generate-types.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const SDK_DECIMALS = '../numbers/decimal.js'
const DASHBOARD_DECIMALS = '@ats/sdk/numbers/decimal'

const requireBuilt = createRequire(join(ROOT, 'services/'))
const { engineDocument, labDocument, operatorDocument } = requireBuilt('./trading-engine/dist/openapi.js')
const { walletDocument } = requireBuilt('./wallet/dist/openapi.js')

await generate('packages/sdk/src/generated/trading-engine.ts', engineDocument(), SDK_DECIMALS)
await generate('packages/sdk/src/generated/lab.ts', labDocument(), SDK_DECIMALS)
await generate('packages/sdk/src/generated/wallet.ts', walletDocument(), SDK_DECIMALS)
await generate('packages/dashboard/web/src/api/generated/operator.ts', operatorDocument(), DASHBOARD_DECIMALS)

async function generate(name, document, decimals) {
  const path = join(ROOT, name)
  const text = await generateTypes(document, decimals)
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
