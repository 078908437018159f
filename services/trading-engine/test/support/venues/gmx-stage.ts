/** GMX on a chain of the test's own, MockGmx with its oracle and keepers, or as a file says where it is. */
import { readFileSync } from 'node:fs'
import { deploy, deployGmx, loadArtifact, openChain, startChain, type Contract } from '@ats/test-chain'
import { createGmxAdapter } from '../../../src/venues/gmx/adapter.js'
import { readDeployment, type GmxDocument } from '../../../src/venues/gmx/deployment.js'
import { createWallet } from './test-wallet.js'
import { walletsOf, type ChainFile, type VenueStage } from './venue-stage.js'

/** `stopSwaps`: from then on profits of the market are paid in its token, which it gives. */
export interface GmxStage extends VenueStage {
  readonly stopSwaps: (symbol: string) => Promise<Contract>
}

export async function startGmxStage(): Promise<GmxStage> {
  const chain = (await startChain({ mining: 'manual' }))!
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const { deployment, keeper, markets, stopSwaps } = await deployGmx(chain, usdc)
  const [market, otherMarket] = markets
  return {
    ...{ venue: 'GMX', adapter: createGmxAdapter(readDeployment(deployment)), chain, usdc: usdc.address },
    ...{ keeper, market, otherMarket, stopSwaps },
    createWallet: () => createWallet(chain, usdc),
    stop: () => chain.stop(),
  }
}

/** Contracts that are elsewhere, by a file of `ChainFile`. */
export function openGmxStage(file: string): VenueStage {
  const { rpcUrl, deployment, accounts, markets } = JSON.parse(readFileSync(file, 'utf8')) as ChainFile<GmxDocument>
  const { chainId, contracts } = readDeployment(deployment)
  const chain = openChain(rpcUrl, chainId, accounts)
  return {
    ...{ venue: 'GMX', adapter: createGmxAdapter(readDeployment(deployment)), chain },
    usdc: contracts.usdc,
    keeper: null,
    market: markets[0],
    otherMarket: markets[1],
    createWallet: walletsOf(accounts),
    stop: () => Promise.resolve(),
  }
}
