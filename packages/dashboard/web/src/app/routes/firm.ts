import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const FIRM: readonly Screen[] = [
  screen(
    {
      path: '/firm',
      role: 'operator',
      nav: { group: 'firm', label: text.firmOverview, keywords: 'exposure breaches health' },
    },
    () => import('../../screens/firm-overview/firm-overview.js'),
  ),
  screen(
    { path: '/firm/accounts', role: 'operator', nav: { group: 'firm', label: text.allAccounts, keywords: 'users' } },
    () => import('../../screens/firm-accounts/firm-accounts.js'),
  ),
  screen({ path: '/firm/accounts/:id', role: 'operator' }, () => import('../../screens/firm-account/firm-account.js')),
  screen(
    { path: '/firm/accounts/:id/breaches/:n', role: 'operator' },
    () => import('../../screens/firm-breach/firm-breach.js'),
  ),
]
