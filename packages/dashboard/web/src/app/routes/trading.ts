import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const TRADING: readonly Screen[] = [
  screen(
    { path: '/accounts', role: 'trader', nav: { group: 'trading', label: text.accounts } },
    () => import('../../screens/overview/overview.js'),
  ),
  screen({ path: '/accounts/:id', role: 'trader' }, () => import('../../screens/account/account.js')),
  screen({ path: '/accounts/:id/breaches/:n', role: 'trader' }, () => import('../../screens/breach/breach.js')),
  screen(
    {
      path: '/challenges',
      role: 'trader',
      nav: { group: 'trading', label: text.challenges, keywords: 'programs evaluation funded' },
    },
    () => import('../../screens/challenges/challenges.js'),
  ),
  screen(
    {
      path: '/competitions',
      role: 'trader',
      nav: { group: 'trading', label: text.competitions, keywords: 'contest rank board enter' },
    },
    () => import('../../screens/competitions/competitions.js'),
  ),
  screen({ path: '/competitions/:id', role: 'trader' }, () => import('../../screens/competition/competition.js')),
  screen(
    {
      path: '/certificates',
      role: 'trader',
      nav: { group: 'trading', label: text.certificates, keywords: 'passed share picture', isUnlisted: true },
    },
    () => import('../../screens/certificates/certificates.js'),
  ),
  screen({ path: '/challenges/:id', role: 'trader' }, () => import('../../screens/challenge/challenge.js')),
  screen(
    {
      path: '/open-account',
      role: 'trader',
      nav: { group: 'trading', label: text.openAccount, keywords: 'plans rules' },
    },
    () => import('../../screens/open-account/open-account.js'),
  ),
]
