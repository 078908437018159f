import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const TRADING: readonly Screen[] = [
  screen(
    { path: '/accounts', role: 'trader', nav: { group: 'trading', label: text.accounts } },
    () => import('../../screens/overview/overview.js'),
  ),
]
