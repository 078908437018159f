/** The pages of docs/ that clients of the engine read, and programs to start from. */
import { join } from 'node:path'
import type { Guide } from '@ats/service-kit/http'

const ROOT = join(__dirname, '..', '..', '..', '..')

const page = (name: string, title: string, note: string): Guide => ({
  ...{ name, title, note },
  path: join(ROOT, 'docs', name),
})
const program = (path: string, title: string, note: string): Guide => ({
  ...{ title, note },
  name: path.slice(path.lastIndexOf('/') + 1),
  path: join(ROOT, path),
})

export const GUIDES: readonly Guide[] = [
  page(
    'CLIENTS.md',
    'Clients',
    'the SDK for JavaScript, the command line, MCP, ccxt, and what they do when no answer comes',
  ),
  page('ERRORS.md', 'Errors', 'every error code and reason, and whether to retry'),
  page('STREAMS.md', 'Streams', 'server-sent events of accounts and of the market, and how to resume them'),
  page('HOOKS.md', 'Hooks', 'alerts of TradingView and other senders that can set no headers, as orders'),
  page('NOTIFICATIONS.md', 'Notifications', 'mails, Telegram, Discord and Slack of what happens to an account'),
  page('EVENTS.md', 'Events and webhooks', 'what happens to an account, delivered and signed, and how to verify it'),
  page('CHALLENGES.md', 'Challenges', 'programs that are sold, and how an attempt goes on from phase to phase'),
  page('RISK-RULES.md', 'Risk rules', 'why an order is refused, rule by rule, with worked examples'),
  page('GLOSSARY.md', 'Glossary', 'every word of the API'),
  page('MARKET.md', 'Market', 'where prices come from, moving the market of the sandbox, recorded and live prices'),
  page('SPEC-CHOICES.md', 'Details', 'what each endpoint does where the reference leaves a question'),
  page('LEDGER.md', 'Ledger', 'how balances are computed'),
  page('JOURNAL.md', 'Journal', 'notes on positions, excursions, results by group, files, a tax year'),
  page('WORKED-EXAMPLES.md', 'Worked examples', 'every figure, worked by hand'),
  page('TRAILING-STOPS.md', 'Trailing stops', 'stops whose trigger follows the market, and what they go by'),
  page('VENUE-COSTS.md', 'Costs', 'what the venues charge for the time that a position is open'),
  page('EVIDENCE.md', 'Evidence', 'how to recompute a fill or a breach from the prices it was decided on'),
  program('examples/grid.mjs', 'A grid', "a bot on the stream of its account, with batches and a dead-man's switch"),
  program('examples/trend.mjs', 'A trend follower', 'a bot on candles, with a stop and a target on every position'),
  program('examples/take-profit.mjs', 'A bot driven by webhooks', 'verifies each event, and orders once for each'),
  program('examples/tradingview.mjs', 'A sender of alerts', 'as TradingView sends them to a hook, without any library'),
  program('docs/examples/stream-reader.mjs', 'A reader of streams', 'without any library'),
  program('docs/examples/verify-certificate.mjs', 'A check of certificates', 'offline, without any library'),
  program('docs/examples/webhook-receiver.mjs', 'A receiver of webhooks', 'handles each event once'),
]
