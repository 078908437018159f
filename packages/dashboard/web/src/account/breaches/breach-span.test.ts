import type { Breach } from '@ats/sdk/types'
import { breachLines, spanAround } from './breach-span.js'
import type { Curve } from '../curve-lines.js'

const AT = '2026-11-22T10:01:30.250Z'
const curve = {
  points: [
    { timestamp: '2026-11-22T10:01:00.000Z', equity: '95100' },
    { timestamp: '2026-11-22T10:02:00.000Z', equity: null },
  ],
} as unknown as Curve
const breach = {
  occurred_at: AT,
  value: '94990',
  equity: '94950',
  limit: '95000',
  rule: 'daily_loss_limit',
} as unknown as Breach

describe('the time around a breach', () => {
  it('is a quarter of an hour on both sides', () => {
    expect(spanAround(AT)).toEqual({ from: '2026-11-22T09:46:30.250Z', to: '2026-11-22T10:16:30.250Z' })
  })

  it('is drawn with the equity that crossed the floor, and that floor', () => {
    const [equity, floor] = breachLines(curve, breach)
    expect(equity?.points.map(({ value }) => value)).toEqual(['95100', '94990', null])
    expect(floor?.points.map(({ value }) => value)).toEqual(['95000', '95000', '95000'])
  })

  it('has one point a second, as the chart can show no more', () => {
    const at = '2026-11-22T10:01:00.250Z'
    const [equity] = breachLines(curve, { ...breach, occurred_at: at })
    expect(equity?.points).toEqual([
      { at, value: '94990' },
      { at: '2026-11-22T10:02:00.000Z', value: null },
    ])
  })

  it('has no line for a limit that is none of equity', () => {
    expect(breachLines(curve, { ...breach, rule: 'max_leverage' })).toHaveLength(1)
  })
})
