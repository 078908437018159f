/** The pages of the site, in the order of its sidebar. A file that is not here is not on the site. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Page {
  /** The file in the repository. */
  readonly source: string
  /** The address on the site, below its base. */
  readonly path: string
  readonly title: string
}

export interface Section {
  readonly title: string
  readonly pages: readonly Page[]
}

const page = (source: string, title: string, path = pathOf(source)): Page => ({ source, path, title })

/** `docs/RISK-RULES.md` is shown at `/risk-rules`, `examples/grid.mjs` at `/examples/grid`. */
const pathOf = (source: string): string =>
  source
    .replace(/^docs\//, '')
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll('_', '-')

export const sectionsOf = (repository: string): readonly Section[] => [
  {
    title: 'Start',
    pages: [
      page('README.md', 'First order', 'start'),
      page('docs/RUNNING.md', 'Running it'),
      page('docs/DASHBOARD.md', 'The dashboard'),
      page('docs/GLOSSARY.md', 'Glossary'),
    ],
  },
  {
    title: 'Trade',
    pages: [
      page('docs/RISK-RULES.md', 'Risk rules'),
      page('docs/CHALLENGES.md', 'Challenges'),
      page('docs/PAYOUTS.md', 'Payouts'),
      page('docs/MARKET.md', 'Prices and the market'),
      page('docs/LEDGER.md', 'The ledger'),
      page('docs/JOURNAL.md', 'Journal and analytics'),
      page('docs/HOOKS.md', 'Hooks'),
      page('docs/NOTIFICATIONS.md', 'Notifications'),
      page('docs/TRAILING-STOPS.md', 'Trailing stops'),
      page('docs/VENUE-COSTS.md', 'What venues charge'),
      page('docs/WORKED-EXAMPLES.md', 'Worked examples'),
      page('docs/EVIDENCE.md', 'Evidence'),
      page('docs/LIVE.md', 'Live execution'),
    ],
  },
  {
    title: 'Build a bot',
    pages: [
      page('docs/CLIENTS.md', 'Clients'),
      page('packages/sdk/README.md', 'SDK for JavaScript', 'clients/sdk'),
      page('clients/python/README.md', 'Client for Python', 'clients/python'),
      page('packages/cli/README.md', 'Command line', 'clients/cli'),
      page('packages/mcp/README.md', 'MCP server', 'clients/mcp'),
      page('packages/ccxt/README.md', 'ccxt class', 'clients/ccxt'),
      page('integrations/freqtrade/README.md', 'freqtrade', 'integrations/freqtrade'),
      page('integrations/nautilus/README.md', 'NautilusTrader', 'integrations/nautilus'),
      page('integrations/hummingbot/README.md', 'hummingbot', 'integrations/hummingbot'),
      page('docs/STREAMS.md', 'Streams'),
      page('docs/EVENTS.md', 'Events and webhooks'),
      page('docs/COPIER.md', 'Copier'),
      page('docs/ERRORS.md', 'Errors'),
      page('docs/SPEC-CHOICES.md', 'Details of each endpoint'),
      page('examples/grid.mjs', 'Example: a grid'),
      page('examples/trend.mjs', 'Example: a trend follower'),
      page('examples/take-profit.mjs', 'Example: driven by webhooks'),
      page('docs/examples/challenge.mjs', 'Example: a challenge, from its sale to a payout'),
      page('docs/examples/copier.mjs', 'Example: a leader and two followers'),
      page('docs/examples/stream-reader.mjs', 'Example: a reader of streams'),
      page('docs/examples/webhook-receiver.mjs', 'Example: a receiver of webhooks'),
    ],
  },
  {
    title: 'Operate',
    pages: [
      page('docs/OPERATOR.md', 'Plans, accounts, payouts'),
      page('docs/CERTIFICATES.md', 'Certificates'),
      page('docs/COMPETITIONS.md', 'Competitions'),
      page('docs/SURVEILLANCE.md', 'Surveillance'),
      page('docs/LABORATORY.md', 'Laboratory'),
      page('docs/DEPLOYING.md', 'Deploying'),
      page('docs/OBSERVABILITY.md', 'Metrics, traces, logs'),
      page('docs/RUNBOOK.md', 'Runbook'),
      page('docs/SCALING.md', 'Scaling'),
      page('docs/UPGRADING.md', 'Upgrading'),
      page('SECURITY.md', 'Security'),
      page('bench/RESULTS.md', 'Benchmarks'),
      page('bench/NOTES.md', 'What explains them'),
      page('bench/FAULTS.md', 'Fault tests'),
    ],
  },
  {
    title: 'Contribute',
    pages: [
      page('docs/ARCHITECTURE.md', 'Architecture'),
      page('CONTRIBUTING.md', 'Contributing'),
      page('CHANGELOG.md', 'Changelog'),
      page('CODE_OF_CONDUCT.md', 'Code of conduct'),
      page('packages/test-chain/README.md', 'The local chain', 'test-chain'),
    ],
  },
  { title: 'Decisions', pages: decisionsIn(repository) },
]

const decisionsIn = (repository: string): readonly Page[] =>
  readdirSync(join(repository, 'docs/adr'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => page(`docs/adr/${name}`, titleOfDecision(name)))

/** `0003-money-is-integers.md`: 3. Money is integers */
function titleOfDecision(name: string): string {
  const words = basename(name, '.md').slice(5).replaceAll('-', ' ')
  return `${Number(name.slice(0, 4))}. ${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
