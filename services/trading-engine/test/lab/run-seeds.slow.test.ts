/** The tape, the commands and the seed decide a run. From its report: recreate-run.integration.test.ts. */
import { after, inBegunRun, recipeOf } from '../support/lab/a-begun-run.js'
import { aTape, inRun } from '../support/lab/a-run.js'

const LIMIT = { symbol: 'BTC-USD', side: 'BUY', kind: 'LIMIT', tif: 'GTC', quantity: 0.1, price: 59_500 }
const END = { to: after(9), ticksMax: Infinity, isAwaited: () => false }
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 }

test('jitter is drawn from the seed', async () => {
  const momentsOf = (seed: number) =>
    inBegunRun(
      recipeOf([60_000, 60_001, 60_000, 60_001, 60_000, 60_001], {
        seed,
        latency: { ackMs: 0, fillMs: 0, jitterMs: 1_000 },
      }),
      async (run) => {
        for (let count = 0; count < 3; count += 1)
          await run.send('POST', '/v1/order', { ...MARKET, account_id: run.accountId })
        return run.log.whole().commands.map(({ at }) => at)
      },
    )
  const first = await momentsOf(1)
  expect(await momentsOf(1)).toEqual(first)
  expect(await momentsOf(2)).not.toEqual(first)
})

test('the same tape and the same commands bring about the same events, to the byte; another price does not', async () => {
  const play = (last: number): Promise<string> =>
    inRun(aTape([60_000, 59_400, 61_000, 60_500, last]), async (run) => {
      await run.placed(LIMIT)
      await run.placed({ ...MARKET, client_id: 'one' })
      await run.player.advance({ ...END, to: after(2) })
      await run.placed({ ...MARKET, side: 'SELL' })
      await run.player.advance(END)
      await run.close({ symbol: 'BTC-USD' })
      expect(run.head.count()).toBeGreaterThan(5)
      return run.head.hash()
    })
  const first = await play(60_100)
  expect(await play(60_100)).toBe(first)
  expect(await play(60_101)).not.toBe(first)
})
