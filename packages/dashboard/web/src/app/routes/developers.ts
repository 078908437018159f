import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const DEVELOPERS: readonly Screen[] = [
  screen(
    {
      ...{ path: '/developers', role: 'trader' as const },
      nav: { group: 'developers', label: text.developers, keywords: 'api keys secret webhook curl sdk' },
    },
    () => import('../../screens/developers/developers.js'),
  ),
  screen(
    {
      ...{ path: '/sandbox', role: 'trader' as const },
      nav: { group: 'developers', label: text.sandbox, keywords: 'move market test price' },
    },
    () => import('../../screens/sandbox/sandbox.js'),
  ),
]
