/** A challenge inside a run: promotions, news and time limits, by the clock of the run. */
import { decimal, rate } from '../../src/core/values/decimal.js'
import type { Program } from '../../src/core/model/program/program.js'
import { aTape, inRun, momentOf, STARTS } from '../support/lab/a-run.js'
import { aPlan } from '../support/plans/plans.js'

const after = (seconds: number): number => momentOf(STARTS) + seconds * 1_000_000
const to = (seconds: number) => ({ to: after(seconds), ticksMax: Infinity, isAwaited: () => false })
const BUY = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 1 }

const evaluation = {
  ...aPlan({ objective: { profitTargetPct: rate(decimal('0.5')) } }),
  id: 'evaluation',
}
const funded = { ...aPlan(), id: 'funded' }
const PROGRAM: Program = {
  ...{ id: 'two-step', version: 1, name: 'Two steps', currency: 'USD', isResetAllowed: false },
  phases: [
    {
      id: 'one',
      label: 'One',
      planId: 'evaluation',
      planVersion: 1,
      kind: 'EVALUATION',
      promotion: 'AUTO',
      requiresKyc: false,
      requiresContract: false,
    },
    {
      id: 'two',
      label: 'Two',
      planId: 'funded',
      planVersion: 1,
      kind: 'FUNDED',
      promotion: null,
      requiresKyc: false,
      requiresContract: false,
    },
  ],
}

interface ShownChallenge {
  readonly status: string
  readonly account_id: string
  readonly accounts: readonly { readonly state: string; readonly passed_at: string | null }[]
}

test('who reaches the target of a phase is in the next one by the next tick, and trades there', () =>
  inRun(
    aTape([60_000, 60_100, 61_000, 61_000, 61_000]),
    async (run) => {
      const shown = async () => (await run.api.get<ShownChallenge>(`/v1/challenges/${run.challengeId ?? ''}`)).body
      await run.placed(BUY)
      await run.player.advance(to(2))
      await run.close({ symbol: 'BTC-USD' })
      expect((await shown()).status).toBe('IN_PROGRESS')
      await run.player.advance(to(3))
      const challenge = await shown()
      expect(challenge).toMatchObject({ status: 'FUNDED', accounts: [{ state: 'PASSED' }, { state: 'ACTIVE' }] })
      expect(challenge.account_id).not.toBe(run.accountId)
      const placed = await run.api.post('/v1/order', { body: { ...BUY, account_id: challenge.account_id } })
      expect(placed).toMatchObject({ status: 200, body: { violations: [] } })
      // What was passed there is nothing that anybody else could be shown.
      const path = `/v1/account/${run.accountId}/certificate`
      expect(await run.api.post(path, { body: { display_name: 'Ann' } })).toMatchObject({ status: 404 })
      for (const read of ['/v1/certificate-key', '/v1/certificates', `/v1/certificates/${'A'.repeat(26)}/page`])
        expect(await run.api.get(read)).toMatchObject({ status: 404, body: { message: 'no such path, see /docs' } })
    },
    { plans: [evaluation, funded], program: PROGRAM },
  ))

test('news freeze within their minutes of the run and are shown, and a time limit ends the account at its time', () =>
  inRun(
    aTape([60_000, 60_000, 60_000], 86_400_000),
    async (run) => {
      const rules = async () => (await run.place({ ...BUY, quantity: 0.1 })).body.violations.map(({ rule }) => rule)
      expect(await rules()).toEqual([])
      await run.player.advance(to(3_540))
      expect(await rules()).toEqual(['news_freeze'])
      await run.player.advance(to(3_721))
      expect(await rules()).toEqual([])
      expect((await run.api.get('/v1/news')).body).toMatchObject([{ id: 'cpi' }])
      await run.player.advance(to(3 * 86_400))
      expect((await run.api.get(`/v1/account/${run.accountId}`)).body).toMatchObject({ state: 'CLOSED' })
    },
    {
      plans: [
        aPlan({
          newsFreeze: { beforeMinutes: 2, afterMinutes: 2, impacts: ['HIGH'], scope: 'OPENING' },
          objective: { profitTargetPct: rate(decimal('50')), daysMax: 1 },
        }),
      ],
      news: [{ id: 'cpi', title: 'CPI', at: after(3_600), impact: 'HIGH', currencies: ['USD'], symbols: [] }],
    },
  ))
