/** Everything that differs between deployments of Ostium; an operator may give another one. */
import type { Hex } from '../port.js'

export interface OstiumPair {
  readonly index: number
  /** Its symbol in the catalogue. */
  readonly symbol: string
}

export interface OstiumDeployment {
  readonly chainId: number
  readonly version: 'v1.2.4' | 'v3'
  readonly trading: Hex
  readonly storage: Hex
  readonly callbacks: Hex
  readonly pairsStorage: Hex
  /** Tells what trades have accrued; null: nobody is asked, and it reads 0. */
  readonly pairInfos: Hex | null
  readonly usdc: Hex
  readonly pairs: readonly OstiumPair[]
}

/** Pairs of January 2026 in the order of their indices; BRENT came later. */
const FIRST_SYMBOLS =
  'BTC-USD ETH-USD EUR-USD GBP-USD USD-JPY XAU-USD HG-USD CL-USD XAG-USD SOL-USD SPX-USD DJI-USD NDX-USD NIK-JPY ' +
  'FTSE-GBP DAX-EUR USD-CAD USD-MXN NVDA-USD GOOG-USD AMZN-USD META-USD TSLA-USD AAPL-USD MSFT-USD USD-CHF AUD-USD ' +
  'NZD-USD XPD-USD XPT-USD HSI-HKD COIN-USD HOOD-USD MSTR-USD CRCL-USD BMNR-USD SBET-USD GLXY-USD BNB-USD XRP-USD ' +
  'TRX-USD HYPE-USD LINK-USD ADA-USD PLTR-USD AMD-USD NFLX-USD ORCL-USD RIVN-USD COST-USD XOM-USD CVX-USD'

export const ARBITRUM_ONE: OstiumDeployment = {
  chainId: 42161,
  version: 'v3',
  trading: '0x6D0bA1f9996DBD8885827e1b2e8f6593e7702411',
  storage: '0xcCd5891083A8acD2074690F65d3024E7D13d66E7',
  callbacks: '0x7720fC8c8680bF4a1Af99d44c6c265a74e9742a9',
  pairsStorage: '0x260E349F643f12797fDc6f8c9d3df211D5577823',
  pairInfos: '0x3890243A8fc091C626ED26c087A028B46Bc9d66C',
  usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  pairs: [...FIRST_SYMBOLS.split(' ').map((symbol, index) => ({ index, symbol })), { index: 55, symbol: 'BRENT-USD' }],
}
