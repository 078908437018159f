/**
 * Writes the types of the SDK from the OpenAPI documents of both services, as `npm run build` last made them:
 * `node release/generate-sdk-types.mjs`. With `--check` it writes nothing and fails when something would change.
 */
import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateTypes } from './types/generate-types.mjs'
import { ENGINE_NAMES, WALLET_NAMES } from './types/names.mjs'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'packages/sdk/src/generated')
const requireBuilt = createRequire(join(ROOT, 'faults/package.json'))

const { engineDocument } = requireBuilt('@ats/trading-engine')
const { walletDocument } = requireBuilt('@ats/wallet')

const files = {
  'trading-engine.ts': await generateTypes(engineDocument(), ENGINE_NAMES),
  'wallet.ts': await generateTypes(walletDocument(), WALLET_NAMES),
}
const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(files)) {
  const path = join(FOLDER, name)
  if (!isCheck) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    process.stderr.write(
      `packages/sdk/src/generated/${name} is not what the document gives: node release/generate-sdk-types.mjs\n`,
    )
    process.exitCode = 1
  }
}
