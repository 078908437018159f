import type { Command } from 'commander'
import type { Row } from '../api.js'
import { openSession, type Host } from '../session.js'
import { facts, table } from '../table.js'

const TOTALS = ['positions', 'long_notional', 'short_notional', 'net_notional', 'gross_notional', 'unrealized_pnl']

export function addFirmCommands(program: Command, host: Host): void {
  program
    .command('overview')
    .description('accounts by state, the nearest to a floor, exposure, breaches of the day, health')
    .action(async (_options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('GET', '/overview', { query: { decimals: 'string' } })
      show(body, () => overviewInWords(body))
    })
  program
    .command('exposure')
    .description('open positions of all accounts by symbol and venue')
    .action(async (_options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call('GET', '/exposure', { query: { decimals: 'string' } })
      show(body, () => exposureInWords(body))
    })
}

function overviewInWords({ nearest_to_floor: nearest, ...parts }: Row): string {
  const lines = Object.entries(parts).map(([name, part]) =>
    typeof part === 'string' ? facts({ [name]: part }) : `${name}\n${facts(part as Row)}`,
  )
  const accounts = (nearest as readonly Row[]).map(({ floor, ...account }) => ({
    ...(floor as Row),
    ...account,
    floor,
  }))
  const columns = ['id', 'user_id', 'state', 'equity', 'rule', 'headroom', 'headroom_pct']
  return [...lines, `nearest_to_floor\n${table(accounts, columns)}`].join('\n\n')
}

const exposureInWords = ({ total, by_venue: venues, by_symbol: symbols }: Row): string =>
  [
    table(symbols as readonly Row[], ['symbol', 'venue', 'long_quantity', 'short_quantity', ...TOTALS]),
    table([...(venues as readonly Row[]), { venue: 'all', ...(total as Row) }], ['venue', ...TOTALS]),
  ].join('\n\n')
