import type { Pool } from 'pg'
import { market } from '../../test/support/commands.js'
import { aTrader } from '../../test/support/trader.js'
import type { Account } from '../core/model/account/account.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { createReadFirmAccounts, type FirmAccounts } from './firm-accounts.js'

const COUNT = 3_000
const trader = aTrader()
trader.script.setPrice('BTC-USD', '20000')
trader.placed(market('BUY', '1'))

const accounts = Array.from({ length: COUNT }, (_, n): Account => {
  const balance = (trader.account.balance + BigInt((n * 7_919) % COUNT) * 10n ** 18n) as Account['balance']
  return { ...trader.account, id: String(n).padStart(6, '0'), balance, state: n % 3 === 0 ? 'HALTED' : 'ACTIVE' }
})

/** The accounts as a database pages them. */
const pool = {
  query: ({ values: [after, limit] }: { values: [string | null, number] }) =>
    Promise.resolve({
      rows: accounts
        .filter(({ id }) => after === null || id > after)
        .slice(0, limit)
        .map(({ id, version, highWaterMark }) => [id, String(version), String(highWaterMark)]),
    }),
} as unknown as Pool
const reader = {
  load: (_: unknown, ids: readonly string[]) => Promise.resolve(new Map(ids.map((id) => [id, accounts[Number(id)]!]))),
}

/** Reads them; and the quotes that were read in each turn of the event loop. */
async function readCounting(): Promise<{ readonly firm: FirmAccounts; readonly quotes: readonly number[] }> {
  let [reads, isDone] = [0, false]
  const context = trader.script.context()
  const counting: DecisionContext['market'] = {
    ...context.market,
    quote: (listing) => {
      reads += 1
      return context.market.quote(listing)
    },
  }
  const read = createReadFirmAccounts({ pool, reader, getContext: () => ({ ...context, market: counting }) })
  const quotes: number[] = []
  const count = (): void => {
    quotes.push(reads)
    reads = 0
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const firm = await read()
  isDone = true
  return { firm, quotes }
}

test('many accounts are valued a few in each turn of the event loop', async () => {
  const { quotes } = await readCounting()
  expect(quotes.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(2 * COUNT)
  expect(Math.max(...quotes)).toBeLessThanOrEqual(200)
})

test('they are ranked by the room that is left, and counted by state', async () => {
  const { firm } = await readCounting()
  const rooms = firm.ranked.map((account) => firm.distanceOf(account).headroom)
  expect(rooms).toHaveLength(COUNT)
  expect(rooms).toEqual(rooms.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  expect(firm.byState).toEqual(
    new Map([
      ['HALTED', COUNT / 3],
      ['ACTIVE', (COUNT / 3) * 2],
    ]),
  )
  expect(firm.exposures).toMatchObject([{ symbol: 'BTC-USD', positions: COUNT }])
})
