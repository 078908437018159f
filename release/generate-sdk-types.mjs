/**
 * Writes the types of the SDK, and those of the operator's API for the dashboard, from the OpenAPI documents of both
 * services, as `npm run build` last made them:
 * `node release/generate-sdk-types.mjs`. With `--check` it writes nothing and fails when something would change.
 */
import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateTypes } from './types/generate-types.mjs'
import { ENGINE_NAMES, OPERATOR_NAMES, WALLET_NAMES } from './types/names.mjs'

const ROOT = join(import.meta.dirname, '..')
const requireBuilt = createRequire(join(ROOT, 'faults/package.json'))

const { engineDocument, operatorDocument } = requireBuilt('@ats/trading-engine')
const { walletDocument } = requireBuilt('@ats/wallet')

const files = {
  'packages/sdk/src/generated/trading-engine.ts': await generateTypes(engineDocument(), ENGINE_NAMES),
  'packages/sdk/src/generated/wallet.ts': await generateTypes(walletDocument(), WALLET_NAMES),
  'packages/dashboard/web/src/api/generated/operator.ts': await generateTypes(
    operatorDocument(),
    OPERATOR_NAMES,
    '@ats/sdk/numbers/decimal',
  ),
}
const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(files)) {
  const path = join(ROOT, name)
  if (!isCheck) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`${name} is not what the document gives: node release/generate-sdk-types.mjs\n`)
    process.exitCode = 1
  }
}
