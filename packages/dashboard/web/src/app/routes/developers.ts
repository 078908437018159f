import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const DEVELOPERS: readonly Screen[] = [
  screen(
    {
      ...{ path: '/developers', role: 'trader' as const },
      nav: { group: 'developers', label: text.developers, keywords: 'api keys secret webhooks curl sdk' },
    },
    () => import('../../screens/developers/developers.js'),
  ),
]
