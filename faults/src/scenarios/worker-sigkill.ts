import { setTimeout as sleep } from 'node:timers/promises'
import { chooseNearStep, NEAR_MAX } from '../bots/steps.js'
import { botKey } from '../engine/keys.js'
import { withTestBed, type TestBed } from './test-bed.js'
import { conclude, expectThat, type Scenario, type ScenarioContext } from './scenario.js'

/** How far the market strays while bots trade, and where it is held in the end: beyond every order that waits. */
const STRAYS = NEAR_MAX * 1.2
const HELD_AT = NEAR_MAX * 1.5
const WALK_MS = 400
const SETTLE_MS = 20_000

/** Bots place orders around a market that moves, and those who let it act are killed at random moments. */
export const workerSigkill: Scenario = {
  name: 'worker-sigkill',
  title: 'SIGKILL of a worker',
  run: (context) =>
    withTestBed(
      context,
      { name: 'worker-sigkill', workers: 2, choose: chooseNearStep, bots: 4, pauseMs: 100 },
      async (testBed) => {
        const kills = context.count(50, 5)
        const market = controlMarket(context, testBed)
        await market.move(0, 0)
        await testBed.trade(() => killWorkers(context, testBed, kills, market))
        await Promise.all(testBed.workers.map((worker) => worker.ready()))
        const left: number[] = []
        for (const edge of [-HELD_AT, HELD_AT]) {
          await market.move(edge, 0)
          left.push(await settled(context, testBed, edge))
        }
        const { operations, checks } = await testBed.verify()
        const acts = await countActs(context, testBed)
        const deaths = testBed.workers.reduce((sum, worker) => sum + worker.deaths(), 0)
        return conclude({
          injected: deaths,
          operations,
          checks: [
            ...checks,
            expectThat('they ended only where they were killed', deaths === kills, `${deaths} ends`),
            expectThat('who answers outlives them', testBed.engines[0].deaths() === 0, 'it ended'),
            expectThat('the market acted in the meantime', acts > kills, `${acts} times`),
            expectThat(
              'every order the market has crossed for good has fired',
              left.every((count) => count === 0),
              `${left.join(' below and ')} above are still waiting`,
            ),
          ],
          notes: [`the market acted ${acts} times`],
        })
      },
    ),
}

interface MarketControl {
  /** To that fraction above where it began, within `overMs`. */
  move(by: number, overMs: number): Promise<void>
}

function controlMarket(context: ScenarioContext, { replicas, accounts }: TestBed): MarketControl {
  const [{ send }] = replicas
  const began = accounts[0]?.prices ?? new Map<string, number>()
  return {
    async move(by, overMs) {
      // A user of its own for each: one may not move the market that often.
      const { headers } = botKey(context.nextUser())
      for (const [symbol, price] of began) {
        const body = { symbol, price: Number((price * (1 + by)).toPrecision(6)), over_ms: overMs }
        const { status, text } = await send({ method: 'POST', path: '/v1/sandbox/market', headers, body })
        if (status !== 200) throw new Error(`the market did not move: ${status} ${text}`)
      }
    },
  }
}

async function killWorkers(
  context: ScenarioContext,
  { workers }: TestBed,
  kills: number,
  market: MarketControl,
): Promise<void> {
  const random = context.random.fork('kills')
  let killed = 0
  const walking = walk(context, market, () => killed === kills)
  while (killed < kills) {
    await sleep(random.between(50, 1_000))
    const victim = workers[random.below(workers.length)]
    if (victim === undefined || !(await victim.kill())) continue
    killed += 1
    context.progress(`${killed}/${kills} kills`)
    // Else the next kill may leave no worker at all.
    if (random.chance(0.7)) await victim.ready()
  }
  await walking
}

async function walk(context: ScenarioContext, market: MarketControl, isOver: () => boolean): Promise<void> {
  const random = context.random.fork('walk')
  while (!isOver()) {
    await market.move((STRAYS * random.between(-100, 100)) / 100, WALK_MS)
    await sleep(WALK_MS)
  }
}

/** Orders on that side of the market that still wait, once none does or the time is over. */
async function settled({ stack }: ScenarioContext, { accounts }: TestBed, edge: number): Promise<number> {
  const deadline = Date.now() + SETTLE_MS
  for (;;) {
    const { rows } = await stack.database.query<{ count: number }>(
      `select count(*)::int as count from orders where account_id = any($1)
        and status in ('PENDING', 'OPEN', 'PARTIALLY_FILLED') and ((side = 'BUY') = (kind = 'LIMIT')) = $2`,
      [accounts.map(({ id }) => id), edge < 0],
    )
    const count = rows[0]?.count ?? 0
    if (count === 0 || Date.now() > deadline) return count
    await sleep(100)
  }
}

async function countActs({ stack }: ScenarioContext, { accounts }: TestBed): Promise<number> {
  const { rows } = await stack.database.query<{ count: number }>(
    `select count(*)::int as count from commands where kind = 'market' and moves and account_id = any($1)`,
    [accounts.map(({ id }) => id)],
  )
  return rows[0]?.count ?? 0
}
