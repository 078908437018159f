import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

export const DEVELOPERS: readonly Screen[] = [
  screen(
    {
      ...{ path: '/developers', role: 'trader' as const },
      nav: { group: 'developers', label: text.developers, keywords: 'api keys secret curl sdk' },
    },
    () => import('../../screens/developers/developers.js'),
  ),
  screen(
    {
      ...{ path: '/developers/webhooks', role: 'trader' as const },
      nav: { group: 'developers', label: text.webhooks, keywords: 'events deliveries url signing secret resend' },
    },
    () => import('../../screens/developers/webhooks/webhooks.js'),
  ),
  screen(
    {
      ...{ path: '/developers/hooks', role: 'trader' as const },
      nav: { group: 'developers', label: text.hooks, keywords: 'tradingview alerts token signals' },
    },
    () => import('../../screens/developers/hooks/hooks.js'),
  ),
  screen(
    {
      ...{ path: '/laboratory', role: 'trader' as const },
      nav: {
        ...{ group: 'developers', label: text.laboratory },
        keywords: 'lab backtest runs tape simulation replay bot',
      },
    },
    () => import('../../screens/laboratory/laboratory.js'),
  ),
  screen({ path: '/laboratory/new', role: 'trader' }, () => import('../../screens/laboratory/new-run/new-run.js')),
  screen({ path: '/laboratory/odds', role: 'trader' }, () => import('../../screens/laboratory/odds/odds.js')),
  screen({ path: '/laboratory/compare', role: 'trader' }, () => import('../../screens/laboratory/compare/compare.js')),
  screen({ path: '/laboratory/runs/:id', role: 'trader' }, () => import('../../screens/laboratory/report/run.js')),
  screen(
    {
      ...{ path: '/copying', role: 'trader' as const },
      nav: { group: 'developers', label: text.copying, keywords: 'copier links leader follower follow invite' },
    },
    () => import('../../screens/copying/copying.js'),
  ),
  screen(
    {
      ...{ path: '/notifications', role: 'trader' as const },
      nav: {
        ...{ group: 'developers', label: text.notifications },
        keywords: 'mail email telegram discord slack messages alerts quiet hours',
      },
    },
    () => import('../../screens/notifications/notifications.js'),
  ),
  screen(
    {
      ...{ path: '/developers/playground', role: 'trader' as const },
      nav: { group: 'developers', label: text.playground, keywords: 'api request operation try curl openapi' },
    },
    () => import('../../screens/playground/playground.js'),
  ),
  screen(
    {
      ...{ path: '/sandbox', role: 'trader' as const },
      nav: {
        ...{ group: 'developers', label: text.sandbox, keywords: 'move market test price' },
        feature: 'sandbox_market_control',
      },
    },
    () => import('../../screens/sandbox/sandbox.js'),
  ),
]
