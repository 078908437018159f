/** Ostium on a chain of the test's own, MockOstium with its keepers and bots, or as a file says where it is. */
import { readFileSync } from 'node:fs'
import { deploy, deployOstium, loadArtifact, openChain, startChain } from '@ats/test-chain'
import { createOstiumAdapter } from '../../../src/venues/ostium/adapter.js'
import type { OstiumDeployment } from '../../../src/venues/ostium/deployment.js'
import { createWallet } from './test-wallet.js'
import { walletsOf, type ChainFile, type VenueStage } from './venue-stage.js'

export async function startOstiumStage(): Promise<VenueStage> {
  const chain = (await startChain({ mining: 'manual' }))!
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const { deployment, keeper, markets } = await deployOstium(chain, usdc)
  const [market, otherMarket] = markets
  return {
    ...{ venue: 'OSTIUM', adapter: createOstiumAdapter(deployment), chain, usdc: usdc.address },
    ...{ keeper, market, otherMarket },
    createWallet: () => createWallet(chain, usdc),
    stop: () => chain.stop(),
  }
}

/** Contracts that are elsewhere, by a file of `ChainFile`. */
export function openOstiumStage(file: string): VenueStage {
  const document = JSON.parse(readFileSync(file, 'utf8')) as ChainFile<OstiumDeployment>
  const { rpcUrl, deployment, accounts, markets } = document
  return {
    venue: 'OSTIUM',
    adapter: createOstiumAdapter(deployment),
    chain: openChain(rpcUrl, deployment.chainId, accounts),
    usdc: deployment.usdc,
    keeper: null,
    market: markets[0],
    otherMarket: markets[1],
    createWallet: walletsOf(accounts),
    stop: () => Promise.resolve(),
  }
}
