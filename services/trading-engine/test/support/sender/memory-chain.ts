/** A chain in memory, as several endpoints show it: each may lag, lie, lose bytes or be down. Bytes are JSON. */
import { keccak256 } from 'viem'
import { RpcError, rpcErrorOf } from '../../../src/venues/chain/rpc/rpc-error.js'
import type { RpcAnswer, RpcCall, RpcEndpoint } from '../../../src/venues/chain/rpc/rpc-endpoint.js'
import type { Signer, UnsignedTransaction } from '../../../src/venues/chain/signer/signer.js'
import type { Hex } from '../../../src/venues/port.js'

export const CHAIN_ID = 31_337
export const VENUE: Hex = `0x${'c0'.repeat(20)}`

export interface Faults {
  isDown: boolean
  /** Blocks that it is behind. */
  behind: number
  /** Makes up a head and hashes. */
  isLying: boolean
  /** Says that it took bytes, and drops them. */
  isDropping: boolean
}

export interface MinedTransaction extends UnsignedTransaction {
  readonly from: Hex
  readonly hash: Hex
}

export interface MemoryLog {
  readonly topics: readonly Hex[]
  readonly data: Hex
}

interface Block {
  readonly number: number
  readonly baseFee: bigint
  readonly hash: Hex
  readonly transactions: readonly { readonly made: MinedTransaction; readonly isSuccess: boolean }[]
  readonly logs: readonly (MemoryLog & { readonly txHash: Hex })[]
}

/** The venue's contract: null is a revert. */
export type Contract = (made: MinedTransaction) => readonly MemoryLog[] | null

export const hexOfText = (text: string): Hex => `0x${Buffer.from(text).toString('hex')}`
export const textOfHex = (hex: Hex): string => Buffer.from(hex.slice(2), 'hex').toString()

/** Signs by writing it down. */
export const memorySigner = (address: Hex): Signer => ({
  address,
  sign: ({ chainId, nonce, to, data, value, gas, maxFeePerGas: fee, maxPriorityFeePerGas: tip }) =>
    Promise.resolve(
      hexOfText(JSON.stringify([address, chainId, nonce, to, data, ...[value, gas, fee, tip].map(String)])),
    ),
})

function readSigned(raw: Hex): MinedTransaction {
  const [from, chainId, nonce, to, data, ...amounts] = JSON.parse(textOfHex(raw)) as [Hex, number, number, Hex, Hex]
  const [value = 0n, gas = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n] = (amounts as string[]).map(BigInt)
  return { from, chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas, hash: keccak256(raw) }
}

export interface Mined {
  readonly made: MinedTransaction
  readonly isSuccess: boolean
  readonly block: number
  /** Wei paid for it. */
  readonly gas: bigint
}

export interface MemoryChain {
  readonly endpoints: readonly (RpcEndpoint & { readonly faults: Faults })[]
  readonly head: () => number
  /** Undefined: there is no such block. */
  readonly hashOf: (block: number) => Hex | undefined
  /** All transactions of the chain as it is, in order. */
  readonly mined: () => readonly Mined[]
  readonly logs: () => readonly MemoryLog[]
  /** Every distinct bytes that any endpoint was given. */
  readonly sent: ReadonlySet<Hex>
  /** Adds a block of what is in the pool and these logs of keepers. */
  mine(keepers?: readonly MemoryLog[]): void
  /** Takes the last blocks back, with the logs of keepers, and puts one more in their place. */
  reorganise(depth: number): void
  /** Forgets what is not mined. */
  dropPool(): void
  setBaseFee(fee: bigint): void
}

const GAS_USED = 50_000n
const NATIVE = 10n ** 24n

export interface MemoryChainOptions {
  /** Default: `CHAIN_ID`. */
  readonly chainId?: number
  readonly endpoints?: number
  readonly contract: Contract
  /** The data of a revert that can be foreseen, by the data of the call. */
  readonly revertOf?: (data: Hex) => Hex | null
  /** The words of a node that neither runs a call nor says that it reverts, by the data of the call. */
  readonly refusalOf?: (data: Hex) => string | null
}

export function createMemoryChain(options: MemoryChainOptions): MemoryChain {
  const { chainId = CHAIN_ID, endpoints: count = 3, contract, revertOf = () => null, refusalOf = () => null } = options
  const blocks: Block[] = [{ number: 0, baseFee: 100n, hash: keccak256('0x00'), transactions: [], logs: [] }]
  let pool = new Map<string, MinedTransaction>()
  let baseFee = 100n
  let salt = 0
  const sent = new Set<Hex>()

  const nonceOf = (address: Hex, upTo: number): number =>
    blocks
      .slice(0, upTo + 1)
      .flatMap(({ transactions }) => transactions)
      .filter(({ made }) => made.from === address).length

  function accept(raw: Hex): Hex {
    const made = readSigned(raw)
    sent.add(raw)
    if (blocks.some(({ transactions }) => transactions.some((known) => known.made.hash === made.hash)))
      throw fail('already known')
    if (made.nonce < nonceOf(made.from, blocks.length)) throw fail('nonce too low')
    if (made.maxFeePerGas < baseFee) throw fail('max fee per gas less than block base fee')
    const key = `${made.from} ${made.nonce}`
    const pooled = pool.get(key)
    if (pooled?.hash === made.hash) throw fail('already known')
    if (pooled !== undefined && made.maxFeePerGas * 10n < pooled.maxFeePerGas * 11n)
      throw fail('replacement transaction underpriced')
    pool.set(key, made)
    return made.hash
  }

  function mine(keepers: readonly MemoryLog[] = []): void {
    const number = blocks.length
    const transactions: Block['transactions'][number][] = []
    const logs: (MemoryLog & { txHash: Hex })[] = []
    const hash = keccak256(hexOfText(`${number} ${(salt += 1)}`))
    for (const made of [...pool.values()].sort((a, b) => a.nonce - b.nonce)) {
      const done = transactions.filter((other) => other.made.from === made.from).length
      if (made.nonce !== nonceOf(made.from, number) + done || made.maxFeePerGas < baseFee) continue
      const emitted = made.to === VENUE ? contract(made) : []
      transactions.push({ made, isSuccess: emitted !== null })
      for (const log of emitted ?? []) logs.push({ ...log, txHash: made.hash })
      pool.delete(`${made.from} ${made.nonce}`)
    }
    const keeperHash = keccak256(hexOfText(`keeper ${hash}`))
    blocks.push({
      number,
      baseFee,
      hash,
      transactions,
      logs: [...logs, ...keepers.map((log) => ({ ...log, txHash: keeperHash }))],
    })
  }

  function reorganise(depth: number): void {
    const taken = blocks.splice(Math.max(1, blocks.length - depth))
    for (const { made } of taken.flatMap(({ transactions }) => transactions))
      pool.set(`${made.from} ${made.nonce}`, made)
    for (let block = 0; block <= taken.length; block += 1) mine()
  }

  const answer = (faults: Faults, { method, params }: RpcCall): unknown => {
    const head = Math.max(0, blocks.length - 1 - faults.behind)
    const numberOf = (value: unknown): number => Number(BigInt(value as string))
    const known = blocks.slice(0, head + 1)
    switch (method) {
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`
      case 'eth_blockNumber':
        return `0x${(faults.isLying ? head + 5_000 : head).toString(16)}`
      case 'eth_getBlockByNumber': {
        const timestamp = params[0]
        if (faults.isLying)
          return { timestamp, hash: keccak256(hexOfText(`lie ${String(params[0])}`)), baseFeePerGas: '0x1' }
        const block = known[numberOf(params[0])]
        return block === undefined ? null : { timestamp, hash: block.hash, baseFeePerGas: `0x${baseFee.toString(16)}` }
      }
      case 'eth_getTransactionCount':
        return `0x${nonceOf(params[0] as Hex, Math.min(head, numberOf(params[1]))).toString(16)}`
      case 'eth_getBalance':
        return `0x${NATIVE.toString(16)}`
      case 'eth_getTransactionReceipt': {
        const block = known.find(({ transactions }) => transactions.some(({ made }) => made.hash === params[0]))
        const found = block?.transactions.find(({ made }) => made.hash === params[0])
        const logs = known.flatMap(logsOf).filter(({ transactionHash }) => transactionHash === params[0])
        if (block === undefined || found === undefined) return logs.length === 0 ? null : { logs }
        return {
          logs,
          ...{ status: found.isSuccess ? '0x1' : '0x0', blockNumber: `0x${block.number.toString(16)}` },
          ...{
            blockHash: block.hash,
            gasUsed: `0x${GAS_USED.toString(16)}`,
            effectiveGasPrice: `0x${block.baseFee.toString(16)}`,
          },
        }
      }
      case 'eth_getLogs': {
        const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
        return known.slice(numberOf(fromBlock), numberOf(toBlock) + 1).flatMap(logsOf)
      }
      case 'eth_estimateGas':
        requireRun(params[0])
        return `0x${GAS_USED.toString(16)}`
      case 'eth_call':
        requireRun(params[0])
        return '0x'
      case 'eth_sendRawTransaction':
        if (faults.isDropping) return keccak256(params[0] as Hex)
        return accept(params[0] as Hex)
      default:
        throw fail(`the method ${method} does not exist`)
    }
  }

  function requireRun(call: unknown): void {
    const refusal = refusalOf((call as { readonly data: Hex }).data)
    if (refusal !== null) throw fail(refusal)
    const data = revertOf((call as { readonly data: Hex }).data)
    if (data !== null) throw Object.assign(fail('execution reverted'), { code: 3, data })
  }

  const endpoints = Array.from({ length: count }, (_, index) => {
    const faults: Faults = { isDown: false, behind: 0, isLying: false, isDropping: false }
    const name = `memory-${index}`
    return {
      name,
      faults,
      ask(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
        if (faults.isDown) return Promise.reject(new RpcError('unreachable', `${name}: down`))
        return Promise.resolve(
          calls.map((call): RpcAnswer => {
            try {
              return { isError: false, result: answer(faults, call) }
            } catch (error) {
              return { isError: true, error: rpcErrorOf(name, error) }
            }
          }),
        )
      },
      close: () => undefined,
    }
  })

  return {
    endpoints,
    head: () => blocks.length - 1,
    hashOf: (block) => blocks[block]?.hash,
    mined: () =>
      blocks.flatMap(({ number, baseFee: fee, transactions }) =>
        transactions.map((one) => ({ ...one, block: number, gas: GAS_USED * fee })),
      ),
    logs: () => blocks.flatMap(({ logs }) => logs),
    sent,
    mine,
    reorganise,
    dropPool: () => (pool = new Map()),
    setBaseFee: (fee) => (baseFee = fee),
  }
}

const logsOf = ({ number, hash, logs }: Block) =>
  logs.map(({ topics, data, txHash }, index) => ({
    ...{ address: VENUE, topics, data, blockNumber: `0x${number.toString(16)}`, blockHash: hash },
    ...{ transactionHash: txHash, logIndex: `0x${index.toString(16)}`, removed: false },
  }))

const fail = (message: string) => Object.assign(new Error(message), { code: -32_000 })
