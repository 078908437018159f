/** A chain of one's own on a loopback port: anvil, which ends with the process that started it. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGuardian, StartError, waitUntil, type Guardian } from '@ats/local-stack'
import { findAnvil } from './find-anvil.js'
import { batchedRpc } from './rpc.js'
import { readReceipt, toHex, type Chain, type ChainAccount, type Hex, type Receipt } from './chain.js'

/**
 * Its accounts have 10,000 of the native token each, and are the same in every chain. `transact` sends for those that
 * are impersonated, too, and mines a block where it is not mined by itself.
 */
export interface TestChain extends Chain {
  /** Mines blocks, empty ones too. */
  mine(blocks?: number): Promise<void>
  /** Whether each transaction is mined as it comes, which is soon after its hash is answered. */
  setAutomine(isOn: boolean): Promise<void>
  /**
   * Replaces the last `depth` blocks. Their transactions are gone, also from the pool, unless given again: signed
   * bytes, and in which of the new blocks, counted from 0.
   */
  reorg(depth: number, transactions?: readonly (readonly [Hex, number])[]): Promise<void>
  /** Takes a transaction out of the pool: the chain has never seen it. */
  dropTransaction(hash: Hex): Promise<void>
  setBalance(address: Hex, wei: bigint): Promise<void>
  /** The node sends for this address from now on, without its key. */
  impersonate(address: Hex): Promise<void>
  /** Seconds since the epoch, not before the last block's. */
  setNextBlockTimestamp(seconds: number): Promise<void>
  stop(): Promise<void>
}

export interface ChainOptions {
  /** `instant`: each transaction is mined as it comes; `manual`: by `mine` alone; else seconds from block to block. */
  readonly mining?: 'instant' | 'manual' | number
  readonly chainId?: number
  /** Blocks at which the chain can still be read. */
  readonly statesKept?: number
}

const ARBITRUM = 42_161
const HOST = '127.0.0.1'
const READY_TIMEOUT_MS = 20_000
const MINED_TIMEOUT_MS = 20_000
/** Older states would be written to disk one by one. */
const STATES_KEPT = 300
/** A call within a call must not run out of it: an estimate gives too little for what swallows errors. */
const AMPLE_GAS = 20_000_000n
const STOP_STEPS = [{ signal: 'SIGKILL', waitMs: 5_000 }] as const

/** Null where there is no anvil: `describeWithChain` skips what needs one. */
export async function startChain(options: ChainOptions = {}): Promise<TestChain | null> {
  const program = findAnvil()
  if (program === null) return null
  const guardian = await startGuardian()
  try {
    return await run(program, guardian, options)
  } catch (error) {
    await guardian.stop()
    throw error
  }
}

async function run(program: string, guardian: Guardian, options: ChainOptions): Promise<TestChain> {
  const { chainId = ARBITRUM, mining = 'instant', statesKept = STATES_KEPT } = options
  const directory = mkdtempSync(join(tmpdir(), 'test-chain-'))
  guardian.removeAtEnd(directory)
  const logFile = join(directory, 'anvil.log')
  const keyFile = join(directory, 'keys.json')
  const child = await guardian.run({
    name: 'anvil',
    command: program,
    args: [...argsOf(mining, chainId), '--prune-history', String(statesKept), '--config-out', keyFile],
    cwd: directory,
    env: { PATH: '/usr/bin:/bin', HOME: directory, LC_ALL: 'C', NO_COLOR: '1' },
    logFile,
    stop: STOP_STEPS,
  })
  let hasEnded = false
  void child.exited.then(() => (hasEnded = true))
  const port = (): string | undefined => /Listening on 127\.0\.0\.1:(\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1]
  const isReady = await waitUntil(() => hasEnded || port() !== undefined, { timeoutMs: READY_TIMEOUT_MS })
  if (hasEnded || !isReady) throw new StartError(`anvil could not start: ${readFileSync(logFile, 'utf8')}`)
  const node = { rpcUrl: `http://${HOST}:${port() ?? ''}`, chainId, accounts: readAccounts(keyFile) }
  return control(node, mining === 'instant', guardian)
}

function argsOf(mining: NonNullable<ChainOptions['mining']>, chainId: number): readonly string[] {
  const mined = mining === 'instant' ? [] : mining === 'manual' ? ['--no-mining'] : ['--block-time', String(mining)]
  const chain = ['--chain-id', String(chainId), '--order', 'fifo', '--disable-code-size-limit']
  return ['--host', HOST, '--port', '0', ...chain, ...mined]
}

function readAccounts(file: string): readonly ChainAccount[] {
  const keys = JSON.parse(readFileSync(file, 'utf8')) as { available_accounts: Hex[]; private_keys: Hex[] }
  return keys.available_accounts.map((address, index) => ({ address, privateKey: keys.private_keys[index]! }))
}

type Node = Pick<TestChain, 'rpcUrl' | 'chainId' | 'accounts'>

function control(node: Node, minesInstantly: boolean, guardian: Guardian): TestChain {
  const { rpcUrl } = node
  let isAutomined = minesInstantly
  const call = batchedRpc(rpcUrl)
  const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> => call<T>(method, params)
  return {
    ...node,
    rpc,
    head: async () => Number(await rpc<Hex>('eth_blockNumber')),
    mine: (blocks = 1) => rpc('anvil_mine', toHex(blocks)),
    async setAutomine(isOn) {
      await rpc('evm_setAutomine', isOn)
      isAutomined = isOn
    },
    reorg: (depth, transactions = []) => rpc('anvil_reorg', depth, transactions),
    dropTransaction: (hash) => rpc('anvil_dropTransaction', hash),
    setBalance: (address, wei) => rpc('anvil_setBalance', address, toHex(wei)),
    impersonate: (address) => rpc('anvil_impersonateAccount', address),
    setNextBlockTimestamp: (seconds) => rpc('evm_setNextBlockTimestamp', seconds),
    async transact({ from, to, data, value = 0n, gas = AMPLE_GAS }) {
      const fields = { from, to, data, value: toHex(value), gas: toHex(gas) }
      if (gas === AMPLE_GAS) await rpc('eth_call', fields, 'latest')
      const hash = await rpc<Hex>('eth_sendTransaction', fields)
      if (!isAutomined) await rpc('anvil_mine', toHex(1))
      let receipt: Receipt | null = null
      const isMined = async (): Promise<boolean> => (receipt = await readReceipt(rpc, hash)) !== null
      await waitUntil(isMined, { timeoutMs: MINED_TIMEOUT_MS, intervalMs: 2 })
      if (receipt === null) throw new Error(`${hash} was not mined`)
      return receipt
    },
    stop: () => guardian.stop(),
  }
}
