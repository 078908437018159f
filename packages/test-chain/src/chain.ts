/** A chain as tests see it, their own or one that is elsewhere. */
export type Hex = `0x${string}`

export interface ChainAccount {
  readonly address: Hex
  readonly privateKey: Hex
}

export interface Chain {
  readonly rpcUrl: string
  readonly chainId: number
  readonly accounts: readonly ChainAccount[]
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>
  head(): Promise<number>
  /** Sends as one of the accounts; resolves when it is mined. */
  transact(transaction: Transaction): Promise<Receipt>
}

export interface Transaction {
  readonly from: Hex
  /** Null: creates a contract. */
  readonly to: Hex | null
  readonly data?: Hex
  readonly value?: bigint
  /** Default: more than enough, after a call that throws the error of what would revert. */
  readonly gas?: bigint
}

export interface Receipt {
  readonly transactionHash: Hex
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly isReverted: boolean
  readonly contractAddress: Hex | null
  readonly gasUsed: bigint
  readonly logs: readonly ReceiptLog[]
}

export interface ReceiptLog {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly logIndex: number
}

interface RawReceipt {
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly status: Hex
  readonly contractAddress: Hex | null
  readonly gasUsed: Hex
  readonly logs: readonly (Omit<ReceiptLog, 'logIndex'> & { readonly logIndex: Hex })[]
}

function toReceipt({ status, blockNumber, gasUsed, logs, ...rest }: RawReceipt): Receipt {
  return {
    transactionHash: rest.transactionHash,
    blockNumber: Number(blockNumber),
    blockHash: rest.blockHash,
    isReverted: BigInt(status) === 0n,
    contractAddress: rest.contractAddress,
    gasUsed: BigInt(gasUsed),
    logs: logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex: Number(logIndex) })),
  }
}

/** Null: not mined yet, or never. */
export async function readReceipt(rpc: Chain['rpc'], hash: Hex): Promise<Receipt | null> {
  const receipt = await rpc<RawReceipt | null>('eth_getTransactionReceipt', hash)
  return receipt && toReceipt(receipt)
}

export const toHex = (value: number | bigint): Hex => `0x${value.toString(16)}`
