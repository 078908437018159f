import type { Command } from 'commander'
import type { Row } from '../api.js'
import { openSession, type Host } from '../session.js'
import { facts, table } from '../table.js'

const fund = (name: string) => [name, ({ funds }: Row) => (funds as Row | null)?.[name] ?? null] as const
const COLUMNS = ['address', 'account_id', 'venue', 'state', 'signer', fund('usdc'), fund('native'), fund('is_approved')]

const DIFFERENCES = ['subject', 'symbol', 'books', 'venue']

function comparison({ differences, ...reading }: Row): string {
  const rows = differences as readonly Row[]
  return rows.length === 0 ? facts(reading) : `${facts(reading)}\n${table(rows, DIFFERENCES)}`
}

interface Budgets {
  readonly signer: string
  readonly gasPerDay?: string
  readonly gasPerOrder?: string
}

export function addWalletCommands(program: Command, host: Host): void {
  const wallet = program.command('wallet').description('wallets that LIVE accounts trade with')
  wallet
    .command('register')
    .argument('<address>')
    .argument('<account-id>')
    .argument('<venue>', 'GMX or OSTIUM')
    .option('--signer <kind>', 'keystore or remote', 'keystore')
    .option('--gas-per-day <amount>', 'native token that it may spend in a day')
    .option('--gas-per-order <amount>', 'native token that one request may take')
    .description('let an account trade with a wallet; its key stays with its signer')
    .action(async (address: string, account: string, venue: string, budgets: Budgets, command: Command) => {
      const { call, show } = openSession(command, host)
      const { signer, gasPerDay, gasPerOrder } = budgets
      const body = { address, account_id: account, venue, signer, gas_per_day: gasPerDay, gas_per_order: gasPerOrder }
      const answer = await call('POST', '/wallets', { query: { decimals: 'string' }, body })
      show(answer.body, () => facts(answer.body))
    })
  wallet
    .command('list')
    .description('all of them, with their USDC, native token and allowances')
    .action(async (_options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<readonly Row[]>('GET', '/wallets', { query: { decimals: 'string' } })
      show(body, () => table(body, COLUMNS))
    })
  wallet
    .command('compare')
    .argument('<address>')
    .description('the books beside what its venue holds, at one block; halts nothing')
    .action(async (address: string, _options: object, command: Command) => {
      const { call, show } = openSession(command, host)
      const { body } = await call<Row>('GET', `/wallets/${encodeURIComponent(address)}/differences`)
      show(body, () => comparison(body))
    })
  const change = async (command: Command, address: string, verb: string, body: object): Promise<void> => {
    const { call, show } = openSession(command, host)
    const query = { decimals: 'string' }
    const answer = await call('POST', `/wallets/${encodeURIComponent(address)}/${verb}`, { query, body })
    show(answer.body, () => facts(answer.body))
  }
  const VERBS = [
    ['pause', 'sign nothing more for it; what is signed is brought to its end'],
    ['drain', 'open nothing more with it; what is open can be closed'],
  ] as const
  for (const [verb, summary] of VERBS)
    wallet
      .command(verb)
      .argument('<address>')
      .requiredOption('--reason <text>')
      .description(summary)
      .action((address: string, { reason }: { reason: string }, command: Command) =>
        change(command, address, verb, { reason }),
      )
  wallet
    .command('accept-chain')
    .argument('<venue>', 'GMX or OSTIUM')
    .requiredOption('--reason <text>')
    .description('read on from a block that the chain still has, after a reorganisation of booked blocks')
    .action(async (venue: string, { reason }: { reason: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const answer = await call('POST', '/wallets/accept-chain', { body: { venue, reason } })
      show(answer.body, () => facts(answer.body))
    })
  wallet
    .command('resume')
    .argument('<address>')
    .description('let it trade again')
    .action((address: string, _options: object, command: Command) => change(command, address, 'resume', {}))
}
