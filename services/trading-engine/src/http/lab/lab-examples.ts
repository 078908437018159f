/** Examples in the OpenAPI document of the laboratory: a run of a week, and what moves its clock. */
import type { ExampleBodies, ExampleValues } from '@ats/service-kit/http'
import { EXAMPLES } from '../schemas/examples.js'

const RUN = '5f3c7a52-0b1d-4f0e-9b57-3f2b8c1d4e60'
const MONDAY = '2026-03-02T00:00:00.000Z'
const NEXT = '2026-03-09T00:00:00.000Z'
const TAPE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Values that the schemas do not tell. */
export const LAB_EXAMPLES: ExampleValues = {
  ...EXAMPLES,
  ...{ run_id: RUN, base_url: `/lab/${RUN}`, name: 'first try', campaign_id: 'trend-2', tape_id: TAPE },
  ...{ starts_at: MONDAY, ends_at: NEXT, now: MONDAY, events_hash: TAPE, ended_reason: null, status: 'READY' },
  ...{ 'LabCommand.body': '{"side":"BUY"}', 'LabCommand.path': '/v1/order', 'LabCommand.method': 'POST' },
  ...{ odds_id: RUN, odds: null, reason: null, 'LabOdds.status': 'RUNNING', attempts: 1000, attempts_played: 420 },
  ...{ recipe: null, commands: null, faults_met: null, trace: null },
}

const MODEL = { model: 'GBM', seed: 7, symbols: ['BTC-USD'], from: '2026-03-02', to: '2026-03-09' }

export const LAB_EXAMPLE_BODIES: ExampleBodies = {
  startLabRun: {
    model: { plan_id: 'standard-100k', tape: MODEL },
    challenge: { program_id: 'two-step-100k', tape: { id: 'flash-crash' }, pace: 60 },
    faults: {
      plan_id: 'standard-100k',
      tape: MODEL,
      faults: [
        { do: 'DROP_ANSWER_AFTER_COMMIT', when: { path: '/v1/order', nth: 3 } },
        { do: 'STALE_FEED', when: { after_ms: 600000 }, for_ms: 60000 },
      ],
      latency: { ack_ms: 80, fill_ms: 40, jitter_ms: 30 },
    },
  },
  startLabOdds: {
    runs: { method: 'TAPE_RESAMPLE', run_ids: [RUN], attempts: 1000 },
    account: { method: 'TAPE_RESAMPLE', account_id: EXAMPLES['account_id'], tape: 'BTC-2026-03' },
  },
  advanceLabRun: { time: { by_ms: 60000 }, fill: { until: 'FILL', max_ticks: 100000 } },
}
