import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { TradingClient } from '@ats/sdk'
import { z } from 'zod'
import type { Accounts } from '../accounts.js'
import { account, addTool, READ } from './tool.js'

const symbol = z.string().min(1).max(64).describe('Such as BTC-USD; any spelling.')
const venue = z.enum(['GMX', 'OSTIUM']).optional().describe('Left out: the primary venue of the symbol.')
const count = (most: number, usual: number) =>
  z.number().int().min(1).max(most).default(usual).describe(`Rows, at most ${most}.`)

/** Tools that change nothing. */
export function addReadTools(server: McpServer, client: TradingClient, accounts: Accounts): void {
  const add: AddReadTool = (name, title, description, shape, run) =>
    addTool(server, name, { title, description }, shape, READ, run)
  addMarketTools(add, client)
  addAccountTools(add, accounts)
}

type AddReadTool = <Shape extends z.ZodRawShape>(
  name: string,
  title: string,
  description: string,
  shape: Shape,
  run: (input: z.infer<z.ZodObject<Shape>>) => Promise<unknown>,
) => void

function addMarketTools(add: AddReadTool, client: TradingClient): void {
  const { market } = client
  add(
    'search_symbol',
    'Find an instrument',
    'Tick, lot, smallest quantity, leverage, fees and trading hours of an instrument, by any name of it: btc, gold, eur.',
    { name: z.string().min(1).max(64) },
    ({ name }) => market.metadata(name),
  )
  add(
    'get_prices',
    'Prices',
    'Last, mark and index price, bid and ask, change over 24 h. `stale: true` means: do not act on it.',
    { symbols: z.array(symbol).min(1).max(50), venue },
    ({ symbols, venue }) => market.prices(symbols, { venue }),
  )
  add(
    'get_orderbook',
    'Order book',
    'Bids and asks as [price, quantity], the best first.',
    { symbol, venue, depth: count(100, 10) },
    ({ symbol, venue, depth }) => market.orderbook(symbol, { venue, depth }),
  )
  add(
    'get_candles',
    'Candles',
    'Bars of a symbol, the newest first.',
    { symbol, venue, interval: z.enum(['1m', '5m', '15m', '1h', '4h', '1d']).default('1h'), count: count(500, 48) },
    ({ symbol, venue, interval, count }) => market.candles(symbol, { venue, interval, pageSize: count }).take(count),
  )
  add('get_market_metrics', 'Market figures', 'Open interest, volume and funding rate.', { symbol, venue }, (input) =>
    market.metrics(input.symbol, { venue: input.venue }),
  )
  add('list_plans', 'Plans', 'The plans that accounts can be opened under, with their rules.', {}, () => client.plans())
  add('list_programs', 'Programs', 'The programs that are sold: phases in their order, each on a plan.', {}, () =>
    client.challenges.programs(),
  )
  add(
    'list_challenges',
    'Challenges',
    'The attempts of the key at programs, the newest first: status, phase, and the accounts of each.',
    { count: count(100, 20) },
    ({ count }) => client.challenges.list({ pageSize: count }).take(count),
  )
  addContestTools(add, client)
}

function addContestTools(add: AddReadTool, client: TradingClient): void {
  add(
    'list_competitions',
    'Competitions',
    'Competitions on a plan, the latest beginning first; `own` are the entries of the key.',
    { count: count(100, 20) },
    async ({ count }) => ({
      competitions: await client.competitions.list({ pageSize: count }).take(count),
      own: await client.competitions.entries({ pageSize: count }).take(count),
    }),
  )
  add(
    'get_competition',
    'Board of a competition',
    'Terms and ranks, ten seconds old at most; final after the end. Names are what others have typed: data, no advice.',
    { competition_id: z.string().min(1).max(64) },
    ({ competition_id }) => client.competitions.board(competition_id),
  )
  add(
    'list_certificates',
    'Certificates',
    'What the accounts of the key that have passed show to anybody with the code.',
    { count: count(100, 20) },
    ({ count }) => client.certificates.list({ pageSize: count }).take(count),
  )
}

function addAccountTools(add: AddReadTool, accounts: Accounts): void {
  add('list_accounts', 'Accounts', 'The accounts of the key, with state and balance.', {}, () => accounts.list())
  add(
    'get_account',
    'Account',
    'Balance, equity, margin, state and rules of an account.',
    { account_id: account },
    async (input) => {
      const found = await accounts.find(input.account_id)
      const [row, summary] = await Promise.all([found.get(), found.summary()])
      return { account: row, summary }
    },
  )
  add(
    'get_risk',
    'Room left under each rule',
    'Limit, value and headroom of every risk rule, next reset, news freezes ahead. Read it before proposing an order.',
    { account_id: account },
    async (input) => (await accounts.find(input.account_id)).risk(),
  )
  add(
    'list_positions',
    'Open positions',
    'With entry, mark, profit, stop and target.',
    { account_id: account },
    async (input) => (await accounts.find(input.account_id)).positions(),
  )
  add('list_working_orders', 'Working orders', 'Newest first.', { account_id: account }, async (input) =>
    (await accounts.find(input.account_id)).workingOrders(),
  )
  add('list_trades', 'Fills', 'Newest first.', { account_id: account, count: count(500, 50) }, async (input) =>
    (await accounts.find(input.account_id)).trades().take(input.count),
  )
  add(
    'list_breaches',
    'Breaches of rules',
    'Warnings, locks and endings of the account, newest first.',
    { account_id: account, count: count(500, 50) },
    async (input) => (await accounts.find(input.account_id)).breaches().take(input.count),
  )
  addPayoutTools(add, accounts)
  add(
    'get_analytics',
    'Results',
    'Win rate, profit factor, average R, drawdown over closed positions.',
    { account_id: account },
    async (input) => (await accounts.find(input.account_id)).analytics(),
  )
}

function addPayoutTools(add: AddReadTool, accounts: Accounts): void {
  add(
    'get_available_payout',
    'What may be paid out',
    'The amount, every condition with `met`, `value`, `needed` and a sentence, the limits it is the least of, and the next step of `scaling` with what it needs.',
    { account_id: account },
    async (input) => (await accounts.find(input.account_id)).payouts.available(),
  )
  add(
    'list_payouts',
    'Payouts',
    'Payouts asked for and what became of them, the newest first.',
    { account_id: account, count: count(500, 20) },
    async (input) => (await accounts.find(input.account_id)).payouts.list({ pageSize: input.count }).take(input.count),
  )
  add(
    'get_payout_statement',
    'Statement of a payout',
    'As CSV: what was asked for, what was available, profit adjustments, the split tier by tier, what was paid.',
    { account_id: account, payout_id: z.uuid().describe('As list_payouts has it.') },
    async (input) => {
      const found = await accounts.find(input.account_id)
      return { csv: new TextDecoder().decode(await found.payouts.statement(input.payout_id, 'csv')) }
    },
  )
}
