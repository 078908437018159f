import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const MARKET: readonly Screen[] = [
  screen(
    { path: '/market', role: 'trader', nav: { group: 'trading', label: text.markets, keywords: 'prices trade' } },
    () => import('../../screens/markets/markets.js'),
  ),
  screen({ path: '/market/:venue/:symbol', role: 'trader' }, () => import('../../screens/market/market.js')),
]
