/**
 * The two-step plan asks for 8 % of 100,000 on four trading days. The account passes when the last of it is closed,
 * with nobody asking, and from then on only what reduces is accepted.
 */
import { pollUntil } from '../support/poll-until.js'
import { around, startStage, type Actor, type Stage } from '../support/stage.js'

interface Standing {
  readonly state: string
  readonly state_reason: string | null
  readonly objective: { readonly profit: number; readonly trading_days: number }
}

let stage: Stage

beforeAll(async () => {
  stage = await startStage('2026-03-02T10:00:00Z', around(20_000))
})
afterAll(() => stage.close())

const standing = async ({ api, accountId }: Actor): Promise<Standing> =>
  (await api.get<Standing>(`/v1/account/${accountId}/risk`)).body
const order = (side: string, quantity: number) => ({ symbol: 'BTC-USD', side, kind: 'MARKET', quantity })

/** Long 5 from 20,000, closed at `price`, on the day. */
async function trade(actor: Actor, day: number, price: number): Promise<void> {
  const at = (time: string): string => `2026-03-0${day}T${time}Z`
  await stage.step([actor], around(20_000), at('11:00:00'))
  await actor.placed(order('BUY', 5))
  await stage.step([actor], around(price), at('11:30:00'))
  await actor.placed(order('SELL', 5))
}

test('it passes on the fourth day, and then only reduces', async () => {
  const actor = await stage.actor('two-step-100k')
  // 5 × 80 less the spread and two fees of about 60
  for (const day of [2, 3]) await trade(actor, day, 20_080)
  await trade(actor, 4, 21_800)
  expect(await standing(actor)).toMatchObject({ state: 'ACTIVE', objective: { trading_days: 3 } })
  expect((await standing(actor)).objective.profit).toBeGreaterThan(8_000)
  await trade(actor, 5, 20_040)
  // Nobody asks it anything: it may pass as soon as the last order is filled.
  const passed = await pollUntil(
    () => standing(actor),
    ({ state }) => state !== 'ACTIVE',
  )
  expect(passed).toMatchObject({
    state: 'PASSED',
    state_reason: 'objective',
    objective: { trading_days: 4 },
  })
  const { body } = await actor.place(order('BUY', 1))
  expect(body.violations.map(({ rule }) => rule)).toEqual(['account_state'])
})
