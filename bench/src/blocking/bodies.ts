/** Bodies as large as routes take them, right ones and wrong ones. */

/** As many of the items as fit into so many bytes between `before` and `after`. */
function filled(
  bytes: number,
  before: string,
  item: (n: number) => string,
  after: string,
  countMax = Infinity,
): string {
  const parts: string[] = []
  let length = before.length + after.length
  for (let n = 0; n < countMax; n += 1) {
    const part = item(n)
    length += part.length + 1
    if (length > bytes) break
    parts.push(part)
  }
  return `${before}${parts.join(',')}${after}`
}

const KB = 1024
export const BODY_BYTES = 16 * KB
export const BATCH_BYTES = 32 * KB
export const PLANS_BYTES = 256 * KB
export const NEWS_BYTES = KB * KB

/** Names that no request knows, as many as fit. */
export const unknownFields = (bytes: number): string => filled(bytes, '{', (n) => `"${n.toString(36)}":1`, '}')
export const twiceNamed = (bytes: number): string => filled(bytes, '{', () => `"a":1`, '}')
export const nestedLists = (bytes: number): string => `{"a":${'['.repeat(bytes / 2 - 3)}${']'.repeat(bytes / 2 - 3)}}`
export const likeAddresses = (bytes: number): string => `{"${'://x:'.repeat(bytes / 5 - 2)}":1}`
export const manyObjects = (bytes: number, name: string): string => filled(bytes, `{"${name}":[`, () => '{}', ']}')

const BATCH_SIZE = 50

const batchOf = (account: string, order: (n: number) => string): string =>
  `{"account_id":"${account}","orders":[${Array.from({ length: BATCH_SIZE }, (_, n) => order(n)).join(',')}]}`

/** As many orders as a batch may have, each with a client_id that this `time` has first. */
export const fullBatch = (account: string, time: number, terms: (n: number) => string): string =>
  batchOf(account, (n) => `{${terms(n)},"client_id":"batch-${time}-${n}"}`)

/** Orders that are each wrong in as many ways as there is room for. */
export const wrongOrders = (account: string): string =>
  batchOf(
    account,
    (n) => `{"client_id":"${n}",${Array.from({ length: 15 }, (_, f) => `"${'u'.repeat(20)}${f}":1`).join(',')}}`,
  )

const two = (n: number): string => String(n).padStart(2, '0')
const momentOf = (n: number): string =>
  `2031-${two(1 + (n % 12))}-${two(1 + (n % 28))}T${two(n % 24)}:${two(n % 60)}:00Z`

/** As many short events as a calendar may have; each time other ones. */
export const manyEvents = (time: number): string =>
  filled(
    NEWS_BYTES,
    '{"events":[',
    (n) =>
      `{"id":"event-${n}","title":"Interest rate decision ${time}","at":"${momentOf(n)}","impact":"HIGH","currencies":["USD","EUR"],"symbols":["BTC-USD"]}`,
    ']}',
    5_000,
  )

const CURRENCIES = Array.from({ length: 100 }, (_, n) => `"C${n}X"`).join(',')
const LISTED = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'XRP-USD']
const HUNDRED_SYMBOLS = Array.from({ length: 100 }, (_, n) => `"${LISTED[n % 4] ?? ''}"`).join(',')

/** Events with all that one may have. */
export const longEvents = (time: number): string =>
  filled(
    NEWS_BYTES,
    '{"events":[',
    (n) =>
      `{"id":"long-${n}","title":"${'t'.repeat(200)}${time}","at":"${momentOf(n)}","impact":"HIGH","currencies":[${CURRENCIES}],"symbols":[${HUNDRED_SYMBOLS}]}`,
    ']}',
  )

/** Events of a symbol that is not listed: each is told of. */
export const unlistedEvents = (): string =>
  filled(
    NEWS_BYTES,
    '{"events":[',
    (n) =>
      `{"id":"no-${n}","title":"x","at":"${momentOf(n)}","impact":"LOW","symbols":["BTCC-USD","XX-USD","QQQQ-USD","ZZZ-ZZZ"]}`,
    ']}',
    5_000,
  )

export function icsCalendar(time: number): string {
  const lines = ['BEGIN:VCALENDAR']
  for (let n = 0; n < 5_000; n += 1) {
    const at = momentOf(n).replaceAll(/[-:]/g, '').replace('Z', '')
    lines.push(
      'BEGIN:VEVENT',
      `UID:ics-${n}`,
      `SUMMARY:Rates\\, decided ${time}`,
      `DTSTART;TZID=America/New_York:${at}`,
    )
    lines.push('CATEGORIES:HIGH,USD,EUR', 'X-SYMBOLS:BTC-USD,ETH-USD', 'END:VEVENT')
  }
  return `${lines.join('\r\n')}\r\nEND:VCALENDAR\r\n`
}

/** The most that a file may hold; other plans each time where `time` is another. */
export const manyPlans = (time: number): string =>
  JSON.stringify({
    plans: Array.from({ length: 100 }, (_, n) => ({
      id: `bench-plan-${n}`,
      name: `Plan ${n} ${'p'.repeat(100)}`,
      currency: 'USD',
      initial_balance: '100000',
      allowed_venues: ['GMX', 'OSTIUM'],
      risk_config: {
        max_drawdown: { mode: 'STATIC', pct: 10, lock_at_initial: false },
        daily_loss: {
          pct: 5,
          base: 'INITIAL',
          reset_time: '00:00',
          reset_tz: 'America/New_York',
          warn_at_pct: 80,
          action: 'LOCK',
        },
        news_freeze: {
          before_minutes: 1 + (time % 50),
          after_minutes: 2,
          impacts: ['LOW', 'MEDIUM', 'HIGH'],
          scope: 'OPENING',
        },
        exposure: {
          max_symbol_notional: 500_000,
          max_total_notional: 1_000_000,
          max_leverage: 20,
          max_open_orders: 200,
          max_positions: 50,
        },
        objective: { profit_target_pct: 10, min_trading_days: 5 },
      },
    })),
  })
