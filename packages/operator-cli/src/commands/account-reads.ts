import { Option, type Command } from 'commander'
import type { Row } from '../api.js'
import { LIST_OPTIONS, openSession, showList, type Host } from '../session.js'
import { facts, table, type Column } from '../table.js'

/** A read of an account: its path behind the account's, and what a person is shown of it. */
interface Read {
  readonly name: string
  readonly path?: string
  readonly summary: string
  readonly options: readonly Option[]
  /** For a list: what is shown of each row. */
  readonly columns?: readonly Column[]
  /** For anything else: what is shown of it. */
  readonly inWords?: (body: Row) => string
}

const EQUITY_OPTIONS = [
  ...LIST_OPTIONS.filter(({ long }) => long !== '--limit'),
  new Option('--interval <interval>', '1m, 5m, 15m, 1h, 4h or 1d'),
]
const EVENT_OPTIONS = [
  new Option('--after <sequence>', 'events after this one (default 0)'),
  new Option('--limit <n>', 'rows, at most 500 (default 100)'),
]
const ORDER_OPTIONS = [...LIST_OPTIONS, new Option('--status <status>', 'working (the default) or all')]

const rowsOf = (body: Row, name: string): readonly Row[] => body[name] as readonly Row[]

const BREACH_COLUMNS = ['occurred_at', 'rule', 'severity', 'limit', 'value', 'equity', 'action', 'message']

const READS: readonly Read[] = [
  {
    name: 'summary',
    summary: 'equity, margin and PnL now',
    options: [],
    inWords: facts,
  },
  {
    name: 'risk',
    summary: 'each limit of the plan, how much of it is used, and what is left',
    options: [],
    inWords: ({ rules, floor, news_freezes: freezes, objective, ...account }) =>
      [
        facts({ ...account, floor, objective, news_freezes: freezes }),
        table(rules as readonly Row[], ['rule', 'symbol', 'limit', 'value', 'headroom', 'headroom_pct', 'unit']),
      ].join('\n\n'),
  },
  {
    name: 'positions',
    summary: 'open positions',
    options: [],
    columns: ['id', 'symbol', 'venue', 'direction', 'quantity', 'entry_price', 'mark_price', 'unrealized_pnl'],
  },
  {
    name: 'history',
    path: 'positions/history',
    summary: 'closed positions',
    options: LIST_OPTIONS,
    columns: [
      'closed_at',
      'symbol',
      'direction',
      'quantity',
      'entry_price',
      'exit_price',
      'realized_pnl',
      'close_reason',
    ],
  },
  {
    name: 'orders',
    summary: 'working orders, or all',
    options: ORDER_OPTIONS,
    columns: ['id', 'created_at', 'symbol', 'side', 'kind', 'quantity', 'price', 'status', 'client_id'],
  },
  {
    name: 'trades',
    summary: 'fills',
    options: LIST_OPTIONS,
    columns: ['timestamp', 'symbol', 'side', 'quantity', 'price', 'fee', 'realized_pnl', 'order_id'],
  },
  {
    name: 'ledger',
    summary: 'every transfer that made the balance',
    options: LIST_OPTIONS,
    columns: ['created_at', 'house', 'amount', 'balance_after', 'fill_id', 'position_id'],
  },
  {
    name: 'events',
    summary: 'lifecycle events, as webhooks send them, oldest first',
    options: EVENT_OPTIONS,
    columns: ['sequence', 'created_at', 'type', 'id'],
  },
  {
    name: 'equity',
    summary: 'balance and equity over time',
    options: EQUITY_OPTIONS,
    inWords: (body) => table(rowsOf(body, 'points'), ['timestamp', 'balance', 'equity']),
  },
  {
    name: 'funding',
    summary: 'funding paid and received',
    options: LIST_OPTIONS,
    inWords: facts,
  },
  {
    name: 'breaches',
    summary: 'breaches of the rules of the plan',
    options: LIST_OPTIONS,
    columns: BREACH_COLUMNS,
  },
  {
    name: 'adjustments',
    path: 'profit-adjustments',
    summary: 'what was taken off the profit that is paid out, and given back',
    options: LIST_OPTIONS,
    columns: ['created_at', 'rule', 'amount', 'position_id', 'reason'],
  },
  {
    name: 'violations',
    summary: 'hard violations',
    options: LIST_OPTIONS,
    columns: BREACH_COLUMNS,
  },
]

/** Adds to `account` the reads of one account that its trader has. */
export function addAccountReads(account: Command, host: Host): void {
  for (const { name, path = name, summary, options, columns, inWords = facts } of READS) {
    const read = account.command(name).argument('<account-id>').description(summary)
    for (const option of options) read.addOption(option)
    read.action(async (id: string, asked: Record<string, string>, command: Command) => {
      const session = openSession(command, host)
      const query = { ...asked, ...(name === 'events' ? {} : { decimals: 'string' }) }
      const address = `/accounts/${encodeURIComponent(id)}/${path}`
      if (columns === undefined) {
        const { body } = await session.call('GET', address, { query })
        session.show(body, () => inWords(body))
      } else {
        showList(session, host, await session.call<readonly Row[]>('GET', address, { query }), columns)
      }
    })
  }
}
