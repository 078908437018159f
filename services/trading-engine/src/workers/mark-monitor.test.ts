import { decimal, formatDecimal, rate, usd } from '../core/values/decimal.js'
import { market } from '../../test/support/commands.js'
import { TEST_CATALOGUE } from '../../test/support/market/instruments.js'
import { aPlan } from '../../test/support/plans/plans.js'
import { aTrader, type Trader } from '../../test/support/trader.js'
import { tickAt } from '../core/values/tick.js'
import { createMarkMonitor, type MarkMonitor } from './mark-monitor.js'

/** Long 5 BTC-USD from 20000, the floor 10,000 behind the highest equity ever seen. */
function watching(): {
  readonly trader: Trader
  readonly marks: MarkMonitor
  readonly at: (mark: string) => readonly string[]
} {
  const plan = aPlan({
    leverageMax: '5',
    maxDrawdown: { mode: 'TRAILING_INTRADAY', pct: rate(decimal('10')), lockAtInitial: false },
  })
  const trader = aTrader({ plan })
  trader.script.setPrice('BTC-USD', '20000')
  trader.placed(market('BUY', '5'))
  const marks = createMarkMonitor()
  marks.set(trader.account, TEST_CATALOGUE)
  return {
    trader,
    marks,
    at: (mark) => {
      trader.script.passTime(250)
      trader.script.setPrice('BTC-USD', mark)
      return marks.reached(trader.script.context())
    },
  }
}
const peakOf = ({ marks, trader }: { marks: MarkMonitor; trader: Trader }): string | null => {
  const mark = marks.seenOf(trader.account.id)?.mark ?? null
  return mark === null ? null : formatDecimal(mark)
}

test('finds an account when a mark takes it under its floor, and not before', () => {
  const { trader, at } = watching()
  // 99940 at 20000; the floor is at 90000
  expect(at('18012')).toEqual([])
  expect(at('18011.5')).toEqual([trader.account.id])
})

test('a look every 100 ms sees a mark that lasts a single tick, whichever it is', () => {
  const { trader, marks } = watching()
  const tickOf = (): number => tickAt(trader.script.context().now)
  const first = tickOf() + 1
  const found: number[] = []
  while (tickOf() < first + 24) {
    trader.script.passTime(100)
    trader.script.setPrice('BTC-USD', (tickOf() - first) % 2 === 0 ? '18011.5' : '20000')
    if (marks.reached(trader.script.context()).length > 0) found.push(tickOf() - first)
  }
  expect(found).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24])
})

test('looks once a tick, however often it is called', () => {
  const { trader, marks, at } = watching()
  expect(at('20000')).toEqual([])
  trader.script.setPrice('BTC-USD', '10000')
  expect(marks.reached(trader.script.context())).toEqual([])
  expect(at('10000')).toEqual([trader.account.id])
})

test('new highs are handed out once to be written, and kept until the account has them', () => {
  const watched = watching()
  const { trader, marks, at } = watched
  const handedOut = () => [...marks.takeHighs()].map(([id, { mark }]) => `${id} ${formatDecimal(mark!)}`)
  for (const mark of ['21000', '23000', '22000']) expect(at(mark)).toEqual([])
  expect(handedOut()).toEqual([`${trader.account.id} 114940`])
  at('22500')
  expect(handedOut()).toEqual([])
  marks.set(trader.account, TEST_CATALOGUE)
  expect(peakOf(watched)).toBe('114940')
  marks.set({ ...trader.account, highWaterMark: usd(decimal('114940')) }, TEST_CATALOGUE)
  expect(peakOf(watched)).toBeNull()
})

test('what was added or paid out is no new high', () => {
  const { trader, marks, at } = watching()
  const added = usd(decimal('5000'))
  marks.set({ ...trader.account, netDeposits: added, balance: usd(trader.account.balance + added) }, TEST_CATALOGUE)
  at('20000')
  expect(marks.takeHighs().size).toBe(0)
  at('20100')
  expect([...marks.takeHighs().values()].map(({ mark }) => formatDecimal(mark!))).toEqual(['100440'])
})

test('the floor trails a high that is not written yet', () => {
  const { trader, at } = watching()
  at('21000')
  at('23000')
  // 114940 − 10000 = 104940, which is the equity at 21000
  expect(at('21000')).toEqual([])
  expect(at('20999.5')).toEqual([trader.account.id])
})

test('what cannot be closed is tried once a second', () => {
  const { trader, marks, at } = watching()
  trader.account = { ...trader.account, state: 'TERMINATED' }
  marks.set(trader.account, TEST_CATALOGUE)
  const found = Array.from({ length: 9 }, () => at('20000').length)
  expect(found).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('an account without positions, or one that was removed, is not looked at', () => {
  const { trader, marks, at } = watching()
  marks.set({ ...trader.account, positions: new Map() }, TEST_CATALOGUE)
  expect(at('1000')).toEqual([])
  marks.set(trader.account, TEST_CATALOGUE)
  marks.forget(trader.account.id)
  expect(at('1000')).toEqual([])
})

describe('an account that equity carries', () => {
  /** 3,000 USD, long 1 BTC from 20,000: 2,988 after the fee. */
  function carried(): { readonly trader: Trader; readonly marks: MarkMonitor } {
    const trader = aTrader({ plan: aPlan({ initialBalance: '3000', marginMode: 'CROSS' }) })
    trader.placed(market('BUY', '1'))
    const marks = createMarkMonitor()
    marks.set(trader.account, TEST_CATALOGUE)
    return { trader, marks }
  }
  const look = ({ trader, marks }: ReturnType<typeof carried>): readonly string[] => {
    trader.script.passTime(250)
    return marks.reached(trader.script.context())
  }

  test('is found where maintenance takes all of it, and not before', () => {
    const held = carried()
    const { trader } = held
    // (20,000 − 2,988) ÷ 0.99 = 17,183.84
    trader.script.setPrice('BTC-USD', '17184')
    expect(look(held)).toEqual([])
    trader.script.setPrice('BTC-USD', '17183.5')
    expect(look(held)).toEqual([trader.account.id])
    expect(look(held)).toEqual([trader.account.id])
  })

  test('is left alone while nothing of it can be traded, and found as soon as it can', () => {
    const held = carried()
    const { trader } = held
    trader.script.setPrice('BTC-USD', '17000')
    trader.script.setOpen('BTC-USD', false)
    expect(look(held)).toEqual([])
    trader.script.setOpen('BTC-USD', true)
    expect(look(held)).toEqual([trader.account.id])
  })

  test('is left alone while a mark is stale', () => {
    const held = carried()
    held.trader.script.setPrice('BTC-USD', '17000')
    held.trader.script.setStale('BTC-USD', true)
    expect(look(held)).toEqual([])
  })
})
