/** Contracts that somebody else has deployed, with keepers of their own, and the files that say where they are. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  deploy,
  deployGmx,
  deployOstium,
  loadArtifact,
  startChain,
  type ChainAccount,
  type Contract,
  type MockVenue,
  type TestChain,
} from '@ats/test-chain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { ChainFile } from './venue-stage.js'

const ROOT = join(__dirname, '..', '..', '..', '..', '..')
const SUITE = 'services/trading-engine/test/venues/venue-contracts.slow.test.ts'
/** More than there are cases. */
const ACCOUNTS = 12
const KEEPER_EVERY_MS = 20
/** Arbitrum's test network. */
const CHAIN_ID = 421_614

interface Results {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly ancestorTitles: readonly string[]; readonly status: string }[]
  }[]
}

/** Runs the suite there, as somebody with such files does: how many cases each venue's adapter has passed. */
export async function passElsewhere(): Promise<Readonly<Record<'GMX' | 'OSTIUM', number>>> {
  const chain = (await startChain({ chainId: CHAIN_ID }))!
  const directory = mkdtempSync(join(tmpdir(), 'chain-files-'))
  try {
    return await pass(chain, directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
    await chain.stop()
  }
}

async function pass(chain: TestChain, directory: string): Promise<Readonly<Record<'GMX' | 'OSTIUM', number>>> {
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const gmx = { venue: await deployGmx(chain, usdc), accounts: await openAccounts(chain, usdc) }
  const ostium = { venue: await deployOstium(chain, usdc), accounts: await openAccounts(chain, usdc) }
  const writeFile = (name: string, { venue: { deployment, markets }, accounts }: Elsewhere): string => {
    const file = join(directory, name)
    const content: ChainFile<object> = { rpcUrl: chain.rpcUrl, deployment, markets, accounts }
    writeFileSync(file, JSON.stringify(content))
    return file
  }
  const files = { GMX_CHAIN_FILE: writeFile('gmx.json', gmx), OSTIUM_CHAIN_FILE: writeFile('ostium.json', ostium) }
  const over = new AbortController()
  const keeping = keep([gmx, ostium], over.signal)
  const { testResults } = await runSuite(files, join(directory, 'results.json')).finally(() => over.abort())
  await keeping
  expect(testResults.map(({ message }) => message).join('')).toBe('')
  const passed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ ancestorTitles, status }) => (status === 'passed' ? ancestorTitles : [])),
  )
  const countOf = (venue: string): number =>
    passed.filter((title) => title.endsWith(`${venue}, as ${venue}_CHAIN_FILE says`)).length
  return { GMX: countOf('GMX'), OSTIUM: countOf('OSTIUM') }
}

interface Elsewhere {
  readonly venue: MockVenue<object>
  readonly accounts: readonly ChainAccount[]
}

async function openAccounts(chain: TestChain, usdc: Contract): Promise<readonly ChainAccount[]> {
  const keys = Array.from({ length: ACCOUNTS }, generatePrivateKey)
  const accounts = keys.map((privateKey) => ({ address: privateKeyToAddress(privateKey), privateKey }))
  for (const { address } of accounts) {
    await chain.setBalance(address, 10n ** 20n)
    await usdc.send(chain.accounts[0]!.address, 'mint', [address, 10n ** 11n])
  }
  return accounts
}

/** Keepers that no test plays. */
async function keep(all: readonly Elsewhere[], over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    for (const { venue, accounts } of all)
      for (const { address } of accounts)
        for (const order of await venue.keeper.waiting(address)) await venue.keeper.execute(address, order)
    await sleep(KEEPER_EVERY_MS)
  }
}

async function runSuite(files: Readonly<Record<string, string>>, output: string): Promise<Results> {
  const jest = require.resolve('jest/bin/jest')
  const options = { cwd: ROOT, env: { ...process.env, ...files } }
  // Tests that fail are in its results; without them, it was the run that failed.
  const error = await promisify(execFile)(
    process.execPath,
    [jest, '-i', SUITE, '--json', '--outputFile', output],
    options,
  )
    .then(() => null)
    .catch((reason: unknown) => reason)
  try {
    return JSON.parse(readFileSync(output, 'utf8')) as Results
  } catch {
    throw error
  }
}
