import type { SwapOnChain } from '../../core/model/live/swap-on-chain.js'
import type { TokenHolding } from '../../core/model/account/token-holding.js'
import { fromTokens, fromUsdc } from '../gmx/amounts.js'
import { readTransfer } from '../gmx/event-data.js'
import type { ChainLog, Hex } from '../port.js'
import type { ChainClient } from './rpc/chain-client.js'

type SwapClient = Pick<ChainClient, 'look' | 'receipts' | 'transactionLogs'>

/** Reads what a transaction has moved between a wallet and others, once it is deep enough to be booked. */
export async function readSwap(
  client: SwapClient,
  { wallet, usdc, txHash }: { readonly wallet: Hex; readonly usdc: Hex; readonly txHash: Hex },
  { token, decimals }: Pick<TokenHolding, 'token' | 'decimals'>,
): Promise<SwapOnChain> {
  const { confirmed } = await client.look()
  const [view] = await client.receipts([txHash])
  if (view?.kind !== 'mined' || view.receipt.block > confirmed.number) return { kind: 'not_confirmed' }
  const logs = await client.transactionLogs([txHash])
  const received = netOf(logs, usdc, wallet)
  return { kind: 'confirmed', sent: fromTokens(-netOf(logs, token, wallet), decimals), received: fromUsdc(received) }
}

/** In its smallest unit; negative: more has left the wallet than came to it. */
function netOf(logs: readonly ChainLog[], token: string, wallet: Hex): bigint {
  const isWallet = (address: Hex): boolean => address.toLowerCase() === wallet.toLowerCase()
  return logs.reduce((net, log) => {
    const transfer = readTransfer(log)
    if (transfer === null || transfer.token.toLowerCase() !== token.toLowerCase()) return net
    return net + (isWallet(transfer.to) ? transfer.amount : 0n) - (isWallet(transfer.from) ? transfer.amount : 0n)
  }, 0n)
}
