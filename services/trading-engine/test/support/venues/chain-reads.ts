/** Reads of a chain as the service makes them, for one wallet. */
import type { Chain, Hex } from '@ats/test-chain'
import type { VenueRequest } from '../../../src/core/model/live/venue-request.js'
import type { ChainLog, ChainReader, PlacedLog } from '../../../src/venues/port.js'
import type { VenueStage } from './venue-stage.js'

interface RawReceipt {
  readonly from: Hex
  readonly gasUsed: Hex
  readonly effectiveGasPrice: Hex
  readonly logs: readonly RawLog[]
}

export interface RawLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly transactionHash: Hex
  readonly logIndex: Hex
}

const toHex = (value: number): Hex => `0x${value.toString(16)}`
const receiptOf = (chain: Chain, hash: string): Promise<RawReceipt> => chain.rpc('eth_getTransactionReceipt', hash)

export const readerAt = (chain: Chain, block: number): ChainReader => ({
  block,
  call: (to, data) => chain.rpc('eth_call', { to, data }, toHex(block)),
  balance: async (address) => BigInt(await chain.rpc<Hex>('eth_getBalance', address, toHex(block))),
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const USDC_UNIT = 10n ** 12n

/** Wei for gas, and the USDC that a wallet sent along with its transaction. */
export async function readReceipt(
  chain: Chain,
  hash: string,
  usdc: Hex,
  wallet: Hex,
): Promise<{ readonly spent: bigint; readonly usdc: bigint }> {
  const { gasUsed, effectiveGasPrice, logs } = await receiptOf(chain, hash)
  const taken = logs.filter(
    ({ address, topics: [name, from] }) =>
      name === TRANSFER && isSame(address, usdc) && isSame(`0x${from?.slice(26)}`, wallet),
  )
  return {
    spent: BigInt(gasUsed) * BigInt(effectiveGasPrice),
    usdc: taken.reduce((sum, { data }) => sum + BigInt(data) * USDC_UNIT, 0n),
  }
}

/** The venue's answers in these blocks, read from whole transactions that the filter leads to. */
export async function readAnswers(
  { adapter, chain }: VenueStage,
  wallet: Hex,
  blocks: { readonly from: number; readonly to: number },
  requestOf: (txHash: string) => VenueRequest | undefined,
): Promise<readonly PlacedLog[]> {
  if (blocks.from > blocks.to) return []
  const { addresses, topics } = adapter.logFilter([wallet])
  const range = { fromBlock: toHex(blocks.from), toBlock: toHex(blocks.to) }
  const leads = await chain.rpc<readonly RawLog[]>('eth_getLogs', { ...range, address: addresses, topics })
  const hashes = [...new Set(leads.map(({ transactionHash }) => transactionHash))]
  const receipts = await Promise.all(hashes.map((hash) => receiptOf(chain, hash)))
  const logs = receipts.flatMap((receipt) => receipt.logs.map((log) => toChainLog(chain.chainId, log)))
  return adapter.readLogs(logs, new Set([wallet]), { at: (block) => readerAt(chain, block), requestOf })
}

export const toChainLog = (chainId: number, log: RawLog): ChainLog => ({
  chainId,
  block: Number(log.blockNumber),
  blockHash: log.blockHash,
  txHash: log.transactionHash,
  logIndex: Number(log.logIndex),
  address: log.address,
  topics: log.topics,
  data: log.data,
})

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
