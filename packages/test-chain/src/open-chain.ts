import { waitUntil } from '@ats/local-stack'
import { privateKeyToAccount } from 'viem/accounts'
import { readReceipt, toHex, type Chain, type ChainAccount, type Hex, type Receipt } from './chain.js'
import { callRpc } from './rpc.js'

const MINED_TIMEOUT_MS = 120_000

/** A chain that is elsewhere, with accounts whose keys are known: it signs for them, a transaction at a time. */
export function openChain(rpcUrl: string, chainId: number, accounts: readonly ChainAccount[]): Chain {
  const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> => callRpc<T>(rpcUrl, method, params)
  const bigRpc = async (method: string, ...params: readonly unknown[]): Promise<bigint> =>
    BigInt(await rpc<Hex>(method, ...params))
  return {
    rpcUrl,
    chainId,
    accounts,
    rpc,
    head: async () => Number(await rpc<Hex>('eth_blockNumber')),
    async transact({ from, to, data, value = 0n, gas }) {
      const key = accounts.find(({ address }) => address.toLowerCase() === from.toLowerCase())?.privateKey
      if (key === undefined) throw new Error(`there is no key of ${from}`)
      const call = { from, to: to ?? undefined, data, value: toHex(value) }
      const bytes = await privateKeyToAccount(key).signTransaction({
        chainId,
        nonce: Number(await bigRpc('eth_getTransactionCount', from, 'pending')),
        to,
        data: data ?? '0x',
        value,
        // More than the estimate, which gives too little for calls within calls.
        gas: gas ?? (await bigRpc('eth_estimateGas', call)) * 2n,
        // Room for a price that moves, and no tip: GMX wants its fee for keepers at the price that is paid.
        maxFeePerGas: (await bigRpc('eth_gasPrice')) * 2n,
        maxPriorityFeePerGas: 0n,
      })
      const hash = await rpc<Hex>('eth_sendRawTransaction', bytes)
      let receipt: Receipt | null = null
      const isMined = async (): Promise<boolean> => (receipt = await readReceipt(rpc, hash)) !== null
      await waitUntil(isMined, { timeoutMs: MINED_TIMEOUT_MS })
      if (receipt === null) throw new Error(`${hash} was not mined`)
      return receipt
    },
  }
}
