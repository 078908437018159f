// The bots of lab-held.mjs: starts so many runs and keeps them busy until it is told to stop.
import { TradingClient } from '@ats/sdk'

const tape = { model: 'GBM', symbols: ['BTC-USD'], step_ms: 250, from: '2026-03-02', to: '2026-03-04' }
const market = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.001' }
let lab
let going = null

/** Each goes on until it is told to stop or its run has ended. */
async function keepBusy(run, kind, isOver) {
  const once = {
    floods: () => Promise.all(Array.from({ length: 60 }, () => run.client.market.price('BTC-USD'))),
    trades: async (step) => {
      await run.account.place({ ...market, side: step % 2 === 0 ? 'BUY' : 'SELL' })
      await run.advance({ by_ms: 1_000 })
    },
    never: () => run.advance({ until: 'NEXT_TICK' }),
  }[kind]
  let failed = 0
  for (let step = 0; !isOver() && failed < 100; step += 1)
    await once(step).then(
      () => (failed = 0),
      () => (failed += 1),
    )
}

async function start(count) {
  const started = await Promise.all(
    Array.from({ length: count }, (_, seed) => lab.start({ plan_id: 'standard-100k', tape: { ...tape, seed } })),
  )
  const state = { isOver: false }
  const kinds = ['floods', 'never']
  const busy = started.map((run, number) => keepBusy(run, kinds[number] ?? 'trades', () => state.isOver))
  going = { started, state, busy }
}

/** Why runs have ended. */
async function stop() {
  const { started, state, busy } = going
  state.isOver = true
  const ended = await Promise.all(started.map(({ id }) => lab.get(id)))
  await Promise.all(started.map(({ id }) => lab.end(id)))
  await Promise.all(busy)
  return ended.flatMap(({ ended_reason: reason }) => reason ?? [])
}

process.on('message', async ({ start: count, stop: stops, ...access }) => {
  if (count !== undefined) return process.send(await start(count).then(() => true))
  if (stops) return process.send(await stop())
  lab = new TradingClient(access).lab
  process.send(true)
})
