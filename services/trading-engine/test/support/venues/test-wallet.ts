import { randomBytes } from 'node:crypto'
import type { Contract, Hex, TestChain } from '@ats/test-chain'

/** A new wallet with a hundred native tokens and 100,000 USDC, for which the chain sends without its key. */
export async function createWallet(chain: TestChain, usdc: Contract): Promise<Hex> {
  const wallet: Hex = `0x${randomBytes(20).toString('hex')}`
  await chain.impersonate(wallet)
  await chain.setBalance(wallet, 10n ** 20n)
  await usdc.send(wallet, 'mint', [wallet, 10n ** 11n])
  return wallet
}
