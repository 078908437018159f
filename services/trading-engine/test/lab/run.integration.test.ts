/** A bot trades in a run of the laboratory: the API that it knows, under the run's clock, on a tape. */
import { decimal, rate } from '../../src/core/values/decimal.js'
import { parseTimestamp, formatTimestamp } from '../../src/core/values/time.js'
import { aTape, inRun, momentOf, STARTS } from '../support/lab/a-run.js'
import { aPlan } from '../support/plans/plans.js'

const after = (seconds: number): number => momentOf(STARTS) + seconds * 1_000_000
const isFill = (type: string): boolean => type === 'order.fill'
const to = (seconds: number) => ({ to: after(seconds), ticksMax: Infinity, isAwaited: () => false })

const LIMIT = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', tif: 'GTC', quantity: 0.1, price: 59_500 }
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }

test('an order rests, a tick of the tape fills it, and every time is the time of the run', () =>
  inRun(aTape([60_000, 60_000, 59_000, 61_000]), async (run) => {
    expect(parseTimestamp(run.openedAt)).toBe(after(0))
    const placed = await run.place(LIMIT)
    expect(placed).toMatchObject({
      body: { order: { status: 'OPEN' } },
      headers: { 'x-lab-time': formatTimestamp(after(0)) },
    })
    expect(await run.player.advance(to(1))).toEqual({ ticks: 1, stoppedBy: 'TIME' })
    expect(run.head.count()).toBe(1)

    expect(await run.player.advance({ ...to(3), isAwaited: isFill })).toEqual({ ticks: 1, stoppedBy: 'EVENT' })
    expect(run.clock.now()).toBe(after(2))
    const [trade] = await run.trades()
    expect(trade).toMatchObject({ price: 59_500, timestamp: formatTimestamp(after(2)) })
    expect(await run.player.advance(to(99))).toEqual({ ticks: 1, stoppedBy: 'END' })
    expect(await run.positions()).toMatchObject([{ mark_price: 61_000 }])
    // The database has the same clock: for defaults of columns, and for statements that ask it.
    const { rows } = await run.database.pool.query<{ at: string; read: string }>(
      'select extract(epoch from now()) * 1000000 as at, extract(epoch from clock_timestamp()) * 1000000 as read',
    )
    expect(rows.map(({ at, read }) => [Number(at), Number(read)])).toEqual([[run.clock.now(), run.clock.now()]])
  }))

test('what time alone does happens at its time: a switch runs out, an order expires between two ticks, a day ends, a floor breaks', () =>
  inRun(
    aTape([60_000, 60_000, 60_000, 30_000], 43_200_000),
    async (run) => {
      const watched = await run.placed(LIMIT)
      const path = `/v1/account/${run.accountId}/dead-man-switch`
      const armed = await run.api.request('PUT', path, { body: { timeout_ms: 30_000, action: 'CANCEL_ALL' } })
      expect(armed).toMatchObject({ status: 200, body: { expires_at: formatTimestamp(after(30)) } })
      await run.player.advance(to(29))
      expect(await run.order(watched.order.id)).toMatchObject({ status: 'OPEN' })
      await run.player.advance(to(90))
      const cancelled = await run.order(watched.order.id)
      expect(cancelled.status).toBe('CANCELLED')
      // Each change of an account is a microsecond after the one before.
      expect(momentOf(cancelled.updated_at) - after(30)).toBeLessThan(10)
      const { order } = await run.placed({ ...LIMIT, tif: 'GTD', expires_at: formatTimestamp(after(600)) })
      await run.player.advance(to(601))
      expect(await run.order(order.id)).toMatchObject({ status: 'EXPIRED', updated_at: formatTimestamp(after(600)) })
      const before = await run.summary()
      await run.placed({ ...MARKET, quantity: 3 })
      await run.player.advance(to(2 * 43_200))
      expect((await run.summary()).trading_day).not.toBe(before.trading_day)
      await run.player.advance({ ...to(4 * 43_200), isAwaited: (type) => type === 'account.breach' })
      expect(run.clock.now()).toBe(after(3 * 43_200))
      const { body } = await run.api.get(`/v1/account/${run.accountId}`)
      expect(body).toMatchObject({ state: 'TERMINATED' })
      expect(await run.positions()).toEqual([])
    },
    aPlan({ maxDrawdown: { pct: rate(decimal('10')) } }),
  ))
