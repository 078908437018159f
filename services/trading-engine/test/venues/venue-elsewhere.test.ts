/** The suite of the adapters on contracts that somebody else has deployed, as the files of two variables say. */
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
  describeWithChain,
  loadArtifact,
  startChain,
  type ChainAccount,
  type MockVenue,
  type TestChain,
} from '@ats/test-chain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { VENUE_CASES } from '../support/venues/venue-cases.js'
import type { ChainFile } from '../support/venues/venue-stage.js'

const ROOT = join(__dirname, '..', '..', '..', '..')
const SUITE = 'services/trading-engine/test/venues/venue-contracts.test.ts'
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

describeWithChain('contracts that are deployed elsewhere', () => {
  let chain: TestChain
  let directory: string
  beforeAll(async () => {
    chain = (await startChain({ chainId: CHAIN_ID }))!
    directory = mkdtempSync(join(tmpdir(), 'chain-files-'))
  })
  afterAll(async () => {
    rmSync(directory, { recursive: true, force: true })
    await chain.stop()
  })

  const writeFile = (name: string, { deployment, markets }: MockVenue<object>, accounts: readonly ChainAccount[]) => {
    const file = join(directory, name)
    const content: ChainFile<object> = { rpcUrl: chain.rpcUrl, deployment, markets, accounts }
    writeFileSync(file, JSON.stringify(content))
    return file
  }

  test('each adapter passes its plain cases there, with keepers that no test plays', async () => {
    const usdc = await deploy(chain, loadArtifact('MockUsdc'))
    const operator = chain.accounts[0]!.address
    const openAccounts = async (): Promise<readonly ChainAccount[]> => {
      const keys = Array.from({ length: ACCOUNTS }, generatePrivateKey)
      const accounts = keys.map((privateKey) => ({ address: privateKeyToAddress(privateKey), privateKey }))
      for (const { address } of accounts) {
        await chain.setBalance(address, 10n ** 20n)
        await usdc.send(operator, 'mint', [address, 10n ** 11n])
      }
      return accounts
    }
    const gmx = { venue: await deployGmx(chain, usdc), accounts: await openAccounts() }
    const ostium = { venue: await deployOstium(chain, usdc), accounts: await openAccounts() }
    const files = {
      GMX_CHAIN_FILE: writeFile('gmx.json', gmx.venue, gmx.accounts),
      OSTIUM_CHAIN_FILE: writeFile('ostium.json', ostium.venue, ostium.accounts),
    }
    let isOver = false
    const keep = async (): Promise<void> => {
      while (!isOver) {
        for (const { venue, accounts } of [gmx, ostium])
          for (const { address } of accounts)
            for (const order of await venue.keeper.waiting(address)) await venue.keeper.execute(address, order)
        await sleep(KEEPER_EVERY_MS)
      }
    }
    const keeping = keep()
    const results = await runSuite(files, join(directory, 'results.json')).finally(() => (isOver = true))
    await keeping
    const failures = results.testResults.map(({ message }) => message).join('\n')
    expect(failures).toBe('')
    const passed = results.testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ ancestorTitles, status }) => (status === 'passed' ? ancestorTitles : [])),
    )
    const plain = VENUE_CASES.filter(({ isPlain }) => isPlain === true)
    const countOf = (venue: string): number =>
      passed.filter((title) => title.endsWith(`${venue}, as ${venue}_CHAIN_FILE says`)).length
    expect([countOf('GMX'), countOf('OSTIUM')]).toEqual([plain.length, plain.length])
  })
})

/** Runs it as somebody with such files does. */
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
