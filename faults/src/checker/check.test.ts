import { outcomeOfResponse } from '../bots/bot.js'
import type { Attempt, Invocation, Read } from '../bots/history.js'
import { check } from './check.js'
import { exact } from './decimals.js'
import type { Evidence } from './evidence.js'
import { foldHistory, type Operation } from './operations.js'
import type { EventRow, OrderRow, Snapshot } from './snapshot.js'

const ACCOUNT = 'account-1'
const USER = 'bot-1'
const CREATED_AT = '2026-01-02T03:04:05.678901Z'

const ORDER = {
  id: 'order-1',
  account_id: ACCOUNT,
  client_id: 'c-1',
  symbol: 'BTC-USD',
  venue: 'GMX',
  side: 'BUY',
  kind: 'MARKET',
  status: 'FILLED',
  tif: 'IOC',
  quantity: '0.5',
  filled_quantity: '0.5',
  requested_price: '100',
  fees: '0.03',
  reason: null,
  created_at: CREATED_AT,
  version: 2,
}
const TRADE = { id: 'fill-1', order_id: ORDER.id, quantity: '0.5', price: '100', fee: '0.03' }
const ANSWER = JSON.stringify({ order: ORDER, trades: [TRADE], violations: [] })

const ROW: OrderRow = {
  ...ORDER,
  reduce_only: false,
  parent_order_id: null,
  created_at: '1767323045678901',
}

const EVENT = { account_id: ACCOUNT, order_id: ORDER.id, trade_id: null }
const EVENTS: readonly EventRow[] = [
  { ...EVENT, sequence: '1', type: 'order.ack' },
  { ...EVENT, sequence: '2', type: 'order.fill', trade_id: TRADE.id },
]

const COMMAND = { user_id: USER, account_id: ACCOUNT, moves: true }
const SNAPSHOT: Snapshot = {
  accounts: [
    { id: ACCOUNT, user_id: USER, balance: '99.97', event_sequence: '2', version: '2', is_sum_of_transfers: true },
  ],
  commands: [
    { ...COMMAND, id: 'command-0', client_id: null, kind: 'create_account', status: 201, response: '{}' },
    { ...COMMAND, id: 'command-1', client_id: 'c-1', kind: 'place_order', status: 200, response: ANSWER },
  ],
  orders: [ROW],
  fills: [
    {
      ...TRADE,
      position_id: 'position-1',
      account_id: ACCOUNT,
      symbol: 'BTC-USD',
      venue: 'GMX',
      side: 'BUY',
      book_sequence: '7',
    },
  ],
  positions: [{ account_id: ACCOUNT, venue: 'GMX', symbol: 'BTC-USD', direction: 'LONG', quantity: '0.5' }],
  transfers: [
    { id: 't-0', account_id: ACCOUNT, command_id: 'command-0', direction: 'IN', amount: '100', balance_after: '100' },
    {
      id: 't-1',
      account_id: ACCOUNT,
      command_id: 'command-1',
      direction: 'OUT',
      amount: '0.03',
      balance_after: '99.97',
    },
  ],
  events: EVENTS,
}

const INVOCATION: Invocation = {
  type: 'invoke',
  op: 1,
  bot: 0,
  atMs: 0,
  action: 'place',
  userId: USER,
  accountId: ACCOUNT,
  clientId: 'c-1',
  mark: 'BTC-USD BUY MARKET 0.5',
  path: '/v1/order',
  body: {},
}
const OK: Attempt = { type: 'ok', op: 1, atMs: 10, replica: 'a', status: 200, text: ANSWER }
const UNKNOWN: Attempt = { ...OK, type: 'info', status: null, text: 'ECONNRESET' }
const REFUSED: Attempt = { ...OK, type: 'fail', status: 404, text: '{}' }
const READ: Read = {
  type: 'read',
  op: 1,
  atMs: 20,
  replica: 'b',
  orderId: ORDER.id,
  status: 200,
  text: JSON.stringify(ORDER),
}
const OPERATION: Operation = { invocation: INVOCATION, attempts: [OK], reads: [READ] }
const WITHOUT_ID: Invocation = { ...INVOCATION, clientId: null }

const SECOND: OrderRow = { ...ROW, id: 'order-2', client_id: null }

function failures(evidence: Partial<{ operations: readonly Operation[]; snapshot: Partial<Snapshot> }>): string[] {
  const complete: Evidence = {
    operations: evidence.operations ?? [OPERATION],
    snapshot: { ...SNAPSHOT, ...evidence.snapshot },
  }
  return check(complete)
    .filter(({ findings }) => findings.length > 0)
    .flatMap(({ name, findings }) => findings.map(({ kind }) => `${kind}: ${name}`))
}

test('nothing is found where everything fits', () => {
  expect(failures({})).toEqual([])
})

const CONTENT = 'every acknowledged order is in the database as it was answered'
const ONCE = 'every client_id has one decision, one order at most, and one answer byte for byte'
const COUNT =
  'each request has made one order, or none where it was refused, or either where its outcome stayed unknown'
const READS = 'GET after 200 finds the order on every replica'
const DEFINITE = 'every unknown outcome definite within 30 s'
const LEDGER = 'balance = Σ ledger to the last digit, at every transfer'
const VERSION = "an account's version counts the decisions that moved it"
const EVENT_CHECK = 'events are gap-free, one for each order and one for each fill'
const FILLS = 'filled = Σ fills, position = Σ signed fills'
const ENDS = 'cancelled + filled = ordered, and no cause has two effects'
const EFFECTS = 'each decision has its effects, and each effect its decision'

const BRACKETS = 'an entry has all of its bracket, and no bracket is without its entry'

const EXIT: OrderRow = { ...SECOND, reduce_only: true, kind: 'STOP', status: 'OPEN', filled_quantity: '0', fees: '0' }
const STOP: OrderRow = { ...EXIT, parent_order_id: ORDER.id }
const TARGET: OrderRow = { ...STOP, id: 'order-3', kind: 'TAKE_PROFIT' }
/** The answer to the entry with its stop and its target. */
const BRACKET_ANSWER = JSON.stringify({ ...(JSON.parse(ANSWER) as object), children: [STOP, TARGET] })
const withBracket = (orders: readonly OrderRow[], response = BRACKET_ANSWER) => ({
  operations: [
    {
      ...OPERATION,
      invocation: { ...INVOCATION, body: { stop_loss: {}, take_profit: {} } },
      attempts: [{ ...OK, text: response }],
    },
  ],
  snapshot: {
    orders,
    commands: [SNAPSHOT.commands[0]!, { ...SNAPSHOT.commands[1]!, response }],
    accounts: [{ ...SNAPSHOT.accounts[0]!, event_sequence: String(1 + orders.length) }],
    events: [
      ...EVENTS,
      ...orders.slice(1).map(({ id }, index) => ({
        ...EVENT,
        order_id: id,
        sequence: String(3 + index),
        type: 'order.ack',
      })),
    ],
  },
})

test('nothing is found of an entry with all of its bracket', () => {
  expect(failures(withBracket([ROW, STOP, TARGET]))).toEqual([])
})

test.each<[string, string, Parameters<typeof failures>[0]]>([
  ['a bracket without its target', `lost: ${BRACKETS}`, withBracket([ROW, STOP])],
  ['an exit of another entry', `lost: ${BRACKETS}`, withBracket([ROW, STOP, { ...TARGET, parent_order_id: 'other' }])],
  ['an exit that nobody answered', `inconsistent: ${BRACKETS}`, withBracket([ROW, STOP, TARGET], ANSWER)],
  [
    'an answer with one exit',
    `inconsistent: ${BRACKETS}`,
    withBracket([ROW, STOP], JSON.stringify({ ...(JSON.parse(ANSWER) as object), children: [STOP] })),
  ],
  ['an entry that lost what it brought', `inconsistent: ${BRACKETS}`, withBracket([ROW], ANSWER)],
])('finds %s', (_what, expected, evidence) => {
  expect(failures(evidence)).toContain(expected)
})

const CANCELLED: OrderRow = { ...ROW, status: 'CANCELLED', filled_quantity: '0.2' }
const account = { ...SNAPSHOT.accounts[0]! }
const command = SNAPSHOT.commands[1]!
const transfer = SNAPSHOT.transfers[1]!

test.each<[string, string, Parameters<typeof failures>[0]]>([
  ['an acknowledged order that is gone', `lost: ${CONTENT}`, { snapshot: { orders: [] } }],
  ['an acknowledged trade that is gone', `lost: ${CONTENT}`, { snapshot: { fills: [] } }],
  ['another content', `inconsistent: ${CONTENT}`, { snapshot: { orders: [{ ...ROW, side: 'SELL' }] } }],
  ['another time', `inconsistent: ${CONTENT}`, { snapshot: { orders: [{ ...ROW, created_at: '1767323045678902' }] } }],
  [
    'an end undone',
    `inconsistent: ${CONTENT}`,
    { snapshot: { orders: [{ ...ROW, status: 'CANCELLED', version: 3 }] } },
  ],
  [
    'another price of a trade',
    `inconsistent: ${CONTENT}`,
    { snapshot: { fills: [{ ...SNAPSHOT.fills[0]!, price: '1' }] } },
  ],
  ['two decisions of one client_id', `doubled: ${ONCE}`, { snapshot: { commands: [...SNAPSHOT.commands, command] } }],
  ['two orders of one client_id', `doubled: ${ONCE}`, { snapshot: { orders: [ROW, { ...ROW, id: 'order-2' }] } }],
  ['a decision that is gone', `lost: ${ONCE}`, { snapshot: { commands: SNAPSHOT.commands.slice(0, 1) } }],
  [
    'another stored answer',
    `inconsistent: ${ONCE}`,
    { snapshot: { commands: [{ ...command, response: `${ANSWER} ` }] } },
  ],
  [
    'two answers',
    `inconsistent: ${ONCE}`,
    { operations: [{ ...OPERATION, attempts: [OK, { ...OK, text: ANSWER.replace('c-1', 'c-2') }] }] },
  ],
  ['carried out after a refusal', `inconsistent: ${ONCE}`, { operations: [{ ...OPERATION, attempts: [REFUSED] }] }],
  [
    'refused by a rule, and an order',
    `inconsistent: ${ONCE}`,
    { operations: [{ ...OPERATION, attempts: [{ ...OK, text: '{"order":null,"trades":[]}' }] }] },
  ],
  [
    'an order too many without client_id',
    `doubled: ${COUNT}`,
    { operations: [{ ...OPERATION, invocation: WITHOUT_ID }], snapshot: { orders: [ROW, SECOND] } },
  ],
  [
    'two orders of one unknown outcome',
    `doubled: ${COUNT}`,
    {
      operations: [{ ...OPERATION, invocation: WITHOUT_ID, attempts: [UNKNOWN] }],
      snapshot: { orders: [ROW, SECOND] },
    },
  ],
  ['too few orders', `lost: ${COUNT}`, { snapshot: { orders: [] } }],
  ['an order that no bot sent', `inconsistent: ${COUNT}`, { operations: [] }],
  [
    'an order of a refused request',
    `doubled: ${COUNT}`,
    { operations: [{ ...OPERATION, invocation: WITHOUT_ID, attempts: [REFUSED] }] },
  ],
  [
    'an order that cannot be read',
    `lost: ${READS}`,
    { operations: [{ ...OPERATION, reads: [{ ...READ, status: 404 }] }] },
  ],
  [
    'a replica that never answers',
    `inconsistent: ${READS}`,
    { operations: [{ ...OPERATION, reads: [{ ...READ, status: null }] }] },
  ],
  ['an outcome that stays unknown', `late: ${DEFINITE}`, { operations: [{ ...OPERATION, attempts: [UNKNOWN] }] }],
  [
    'an outcome that is known too late',
    `late: ${DEFINITE}`,
    { operations: [{ ...OPERATION, attempts: [UNKNOWN, { ...OK, atMs: 30_011 }] }] },
  ],
  [
    'a wrong balance',
    `inconsistent: ${LEDGER}`,
    { snapshot: { accounts: [{ ...account, balance: '99.970000000000000001' }] } },
  ],
  [
    'a sum Postgres sees otherwise',
    `inconsistent: ${LEDGER}`,
    { snapshot: { accounts: [{ ...account, is_sum_of_transfers: false }] } },
  ],
  [
    'a broken chain',
    `inconsistent: ${LEDGER}`,
    { snapshot: { transfers: [SNAPSHOT.transfers[0]!, { ...transfer, balance_after: '99.96' }] } },
  ],
  ['a wrong version', `inconsistent: ${VERSION}`, { snapshot: { accounts: [{ ...account, version: '3' }] } }],
  [
    'a gap in the events',
    `inconsistent: ${EVENT_CHECK}`,
    { snapshot: { events: [EVENTS[0]!, { ...EVENTS[1]!, sequence: '3' }] } },
  ],
  ['an event too few', `inconsistent: ${EVENT_CHECK}`, { snapshot: { events: EVENTS.slice(0, 1) } }],
  [
    'an event twice',
    `doubled: ${EVENT_CHECK}`,
    {
      snapshot: {
        accounts: [{ ...account, event_sequence: '3' }],
        events: [...EVENTS, { ...EVENTS[1]!, sequence: '3' }],
      },
    },
  ],
  ['a fill too few', `inconsistent: ${FILLS}`, { snapshot: { fills: [{ ...SNAPSHOT.fills[0]!, quantity: '0.4' }] } }],
  [
    'a position of another size',
    `inconsistent: ${FILLS}`,
    { snapshot: { positions: [{ ...SNAPSHOT.positions[0]!, quantity: '0.4' }] } },
  ],
  [
    'a position the wrong way',
    `inconsistent: ${FILLS}`,
    { snapshot: { positions: [{ ...SNAPSHOT.positions[0]!, direction: 'SHORT' }] } },
  ],
  ['a position that is gone', `inconsistent: ${FILLS}`, { snapshot: { positions: [] } }],
  [
    'an end that comes before all is filled',
    `inconsistent: ${ENDS}`,
    { snapshot: { orders: [{ ...ROW, filled_quantity: '0.4' }] } },
  ],
  ['a cancel without a request', `inconsistent: ${ENDS}`, { snapshot: { orders: [CANCELLED] } }],
  [
    'a cancel of what has filled',
    `doubled: ${ENDS}`,
    { snapshot: { events: [...EVENTS, { ...EVENT, sequence: '3', type: 'order.cancel' }] } },
  ],
  [
    'a fill twice for one cause',
    `doubled: ${ENDS}`,
    { snapshot: { fills: [SNAPSHOT.fills[0]!, { ...SNAPSHOT.fills[0]!, id: 'fill-2' }] } },
  ],
  ['a decision without its order', `lost: ${EFFECTS}`, { snapshot: { orders: [] } }],
  ['an order without its decision', `inconsistent: ${EFFECTS}`, { snapshot: { orders: [ROW, SECOND] } }],
  [
    'an order of two decisions',
    `doubled: ${EFFECTS}`,
    { snapshot: { commands: [...SNAPSHOT.commands, { ...command, id: 'command-2', client_id: null }] } },
  ],
  [
    'money without a decision',
    `inconsistent: ${EFFECTS}`,
    { snapshot: { transfers: [SNAPSHOT.transfers[0]!, { ...transfer, command_id: 'command-9' }] } },
  ],
])('finds %s', (_what, expected, evidence) => {
  expect(failures(evidence)).toContain(expected)
})

test('an unknown outcome without client_id may have one order or none', () => {
  const operations = [{ invocation: WITHOUT_ID, attempts: [UNKNOWN], reads: [] }]
  expect(failures({ operations })).toEqual([])
  expect(failures({ operations, snapshot: { orders: [] } })).not.toContain(`lost: ${COUNT}`)
})

test('an order whose retries were turned away may have been placed by the first attempt, or not', () => {
  const turnedAway: Attempt = { ...OK, type: outcomeOfResponse(429, '{}'), status: 429, text: '{}' }
  const unknown = [{ ...OPERATION, attempts: [UNKNOWN, turnedAway], reads: [] }]
  const findings = [`inconsistent: ${ONCE}`, `doubled: ${COUNT}`, `lost: ${COUNT}`]
  expect(failures({ operations: unknown }).filter((failure) => findings.includes(failure))).toEqual([])
  const alone = [{ ...OPERATION, attempts: [turnedAway], reads: [] }]
  expect(failures({ operations: alone })).toContain(`inconsistent: ${ONCE}`)
})

test.each([
  [200, '{}', 'ok'],
  [404, '{}', 'fail'],
  [409, '{"reason":"client_id_reuse"}', 'fail'],
  [409, '{"reason":"in_progress"}', 'info'],
  [500, '{}', 'info'],
  [401, '{}', 'unsent'],
  [429, '{}', 'unsent'],
])('%i %s is an outcome of kind %s', (status, text, type) => {
  expect(outcomeOfResponse(status, text)).toBe(type)
})

test('an order that has moved on since it was answered is still the same', () => {
  const open = { ...ORDER, status: 'OPEN', filled_quantity: '0', version: 1 }
  const text = JSON.stringify({ order: open, trades: [] })
  const operations = [{ ...OPERATION, attempts: [{ ...OK, text }] }]
  expect(failures({ operations })).not.toContain(`inconsistent: ${CONTENT}`)
})

test('the history is folded by operation, and an answer before its request is no history', () => {
  expect(foldHistory([INVOCATION, OK, READ])).toEqual([OPERATION])
  expect(() => foldHistory([OK])).toThrow('before the request')
})

test('decimals are exact, or refused', () => {
  expect(exact('-1.000000000000000001')).toBe(-1_000_000_000_000_000_001n)
  expect(() => exact('1e3')).toThrow(RangeError)
  expect(() => exact('0.1234567890123456789')).toThrow(RangeError)
})
