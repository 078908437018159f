import { emptyRun, isTooLong, newFault, newRunOf, pricesOf, type RunForm } from './run-form.js'

const form = (part: Partial<RunForm> = {}): RunForm => ({ ...emptyRun(), plan: 'two-step-100k', ...part })

test('a form as it opens, with a plan chosen, is a run on a made-up tape', () => {
  expect(newRunOf(emptyRun())).toBeNull()
  expect(newRunOf(form())).toEqual({
    ...{ plan_id: 'two-step-100k', seed: 1, pace: 'LOCKSTEP' },
    tape: { model: 'GBM', seed: 1, symbols: ['BTC-USD'], step_ms: 60_000, from: '2026-03-02', to: '2026-03-16' },
  })
})

test('a kept tape takes its name alone, whatever else the form says', () => {
  expect(newRunOf(form({ tape: ':flash-crash', days: '', symbols: '' }))?.tape).toEqual({ id: 'flash-crash' })
  expect(pricesOf(form({ tape: ':flash-crash' }))).toBeNull()
})

test('a challenge, a pace, a name and a latency are said where they are asked for', () => {
  const asked = newRunOf(form({ rules: 'program', program: 'two', pace: '3600', name: ' first ', ackMs: '80' }))
  expect(asked).toMatchObject({ program_id: 'two', pace: 3_600, name: 'first' })
  expect(asked?.latency).toEqual({ ack_ms: 80, fill_ms: 0, jitter_ms: 0 })
  expect(asked).not.toHaveProperty('plan_id')
})

test('a fault of requests says which, and one of a span when and for how long', () => {
  const faults = [
    newFault(),
    { ...newFault(), do: 'DELAY' as const, nth: '3', forSeconds: '2' },
    { ...newFault(), do: 'STALE_FEED' as const, afterMinutes: '0' },
    { ...newFault(), do: 'REJECT' as const },
  ]
  expect(newRunOf(form({ faults }))?.faults).toEqual([
    { do: 'DROP_ANSWER_AFTER_COMMIT', when: { nth: 1 } },
    { do: 'DELAY', when: { nth: 3 }, for_ms: 2_000 },
    { do: 'STALE_FEED', when: { after_ms: 0 }, for_ms: 60_000 },
    { do: 'REJECT', when: { nth: 1 }, rule: 'insufficient_margin' },
  ])
})

test.each<[string, Partial<RunForm>]>([
  ['no symbol', { symbols: ' , ' }],
  ['no day', { days: '0' }],
  ['a day that is no number', { days: '1.5' }],
  ['no date', { from: '' }],
  ['a seed below 0', { seed: '-1' }],
  ['a tape that nobody knows', { tape: 'MOON' }],
  ['a latency that is none', { jitterMs: 'x' }],
  ['a fault of no request', { faults: [{ ...newFault(), nth: '0' }] }],
  ['a span without a length', { faults: [{ ...newFault(), do: 'HALT', forSeconds: '0' }] }],
  ['more prices than a tape may have', { step: '1000', days: '12' }],
])('%s cannot be asked for', (_what, part) => {
  expect(newRunOf(form(part))).toBeNull()
})

test('a tape has a million prices at most', () => {
  const million = form({ step: '1000', symbols: 'BTC-USD', days: '11' })
  expect([pricesOf(million), isTooLong(million)]).toEqual([950_400, false])
  expect(isTooLong({ ...million, symbols: 'BTC-USD, ETH-USD' })).toBe(true)
})
