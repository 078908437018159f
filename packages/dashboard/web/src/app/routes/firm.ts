import { text } from '../../text/en/nav.js'
import { screen, type Screen } from '../screen.js'

const list = (path: string, label: string, keywords: string, load: Parameters<typeof screen>[1]): Screen =>
  screen({ path, role: 'operator', nav: { group: 'firm', label, keywords } }, load)

/** Reached from a related screen, and found by search. */
const unlisted = (path: string, label: string, keywords: string, load: Parameters<typeof screen>[1]): Screen =>
  screen({ path, role: 'operator', nav: { group: 'firm', label, keywords, isUnlisted: true } }, load)

export const FIRM: readonly Screen[] = [
  list(
    '/firm',
    text.firmOverview,
    'exposure breaches health',
    () => import('../../screens/firm-overview/firm-overview.js'),
  ),
  list('/firm/accounts', text.allAccounts, 'users', () => import('../../screens/firm-accounts/firm-accounts.js')),
  screen({ path: '/firm/accounts/:id', role: 'operator' }, () => import('../../screens/firm-account/firm-account.js')),
  screen(
    { path: '/firm/accounts/:id/breaches/:n', role: 'operator' },
    () => import('../../screens/firm-breach/firm-breach.js'),
  ),
  list('/firm/plans', text.plans, 'rules versions drawdown', () => import('../../screens/firm-plans/firm-plans.js')),
  screen({ path: '/firm/plans/:id', role: 'operator' }, () => import('../../screens/firm-plan/firm-plan.js')),
  screen({ path: '/firm/plans/:id/edit', role: 'operator' }, () => import('../../screens/plan-editor/plan-editor.js')),
  screen({ path: '/firm/new-plan', role: 'operator' }, () => import('../../screens/plan-editor/plan-editor.js')),
  list(
    '/firm/programs',
    text.programs,
    'challenges phases sell',
    () => import('../../screens/firm-programs/firm-programs.js'),
  ),
  screen(
    { path: '/firm/programs/:id', role: 'operator' },
    () => import('../../screens/program-editor/program-editor.js'),
  ),
  screen(
    { path: '/firm/new-program', role: 'operator' },
    () => import('../../screens/program-editor/program-editor.js'),
  ),
  list(
    '/firm/promotions',
    text.promotions,
    'review passed kyc identity contracts challenges',
    () => import('../../screens/firm-promotions/firm-promotions.js'),
  ),
  list('/firm/news', text.news, 'calendar freeze ics', () => import('../../screens/firm-news/firm-news.js')),
  list(
    '/firm/payouts',
    text.payouts,
    'approve split money',
    () => import('../../screens/firm-payouts/firm-payouts.js'),
  ),
  list('/firm/grants', text.grants, 'entitle give plan', () => import('../../screens/firm-grants/firm-grants.js')),
  list(
    '/firm/wallets',
    text.wallets,
    'live gas usdc compare',
    () => import('../../screens/firm-wallets/firm-wallets.js'),
  ),
  list('/firm/breaches', text.breaches, 'rules broken', () => import('../../screens/firm-breaches/firm-breaches.js')),
  list(
    '/firm/surveillance',
    text.surveillance,
    'copy hedge together jumps cases',
    () => import('../../screens/firm-surveillance/firm-surveillance.js'),
  ),
  list(
    '/firm/competitions',
    text.competitions,
    'contest board announce',
    () => import('../../screens/firm-competitions/firm-competitions.js'),
  ),
  screen(
    { path: '/firm/competitions/:id', role: 'operator' },
    () => import('../../screens/firm-competition/firm-competition.js'),
  ),
  unlisted(
    '/firm/shadows',
    text.shadows,
    'plan what if counterfactual breaches payouts compare',
    () => import('../../screens/firm-shadows/firm-shadows.js'),
  ),
  unlisted(
    '/firm/certificates',
    text.certificates,
    'passed issue public link',
    () => import('../../screens/firm-certificates/firm-certificates.js'),
  ),
  unlisted(
    '/firm/webhooks',
    text.firmWebhooks,
    'endpoints deliveries shop secret redeliver',
    () => import('../../screens/firm-webhooks/firm-webhooks.js'),
  ),
  list('/firm/audit', text.audit, 'who changed what', () => import('../../screens/firm-audit/firm-audit.js')),
  list('/firm/books', text.books, 'ledger check', () => import('../../screens/firm-books/firm-books.js')),
  list('/firm/health', text.health, 'ready feed workers', () => import('../../screens/firm-health/firm-health.js')),
]
