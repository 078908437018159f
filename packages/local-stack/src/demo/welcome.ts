import { curlLines } from './curl-lines.js'
import type { DemoMarket } from './demo-market.js'
import type { Demo } from './demo-user.js'

export interface WelcomeInput {
  readonly dashboardUrl: string
  readonly engineUrl: string
  readonly walletUrl: string
  readonly dataDir: string
  readonly demo: Demo
  readonly market: DemoMarket
  readonly readySeconds: number
}

/** The text of the terminal once everything runs. */
export function welcome({
  dashboardUrl,
  engineUrl,
  walletUrl,
  dataDir,
  demo,
  market,
  readySeconds,
}: WelcomeInput): readonly string[] {
  return [
    '',
    `  Dashboard       ${dashboardUrl}`,
    '',
    `Ready in ${readySeconds.toFixed(1)} s`,
    '',
    `  trading-engine  ${engineUrl}   API docs ${engineUrl}/docs`,
    `  wallet          ${walletUrl}   API docs ${walletUrl}/docs`,
    `  data and logs   ${dataDir}`,
    '',
    "Demo user, kept for the next start. For your own bot, and for the README's lines:",
    '',
    `export KEY=${demo.key} SECRET=${demo.secret} ACCOUNT=${demo.accountId}`,
    '',
    'For the command line, in another terminal: npx ats login --demo, then npx ats --help',
    '',
    'Or paste to trade immediately:',
    ...curlLines({ engineUrl, demo, market }).flatMap(({ title, line }) => ['', `# ${title}`, line]),
    '',
    'Ctrl-C stops everything; the data stays.',
  ]
}
