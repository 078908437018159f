import { curveLines, type Curve } from './curve-lines.js'

const at = (minute: number) => `2026-11-22T10:0${minute}:00.000Z`
const curveOf = (points: readonly object[]) => ({ points }) as unknown as Curve
const NOW = { max_drawdown: '90000', daily_loss_limit: '95000' }
const valuesOf = ({ lines }: ReturnType<typeof curveLines>) =>
  lines.map(({ points }) => points.map(({ value }) => value))

describe('the lines of the equity curve', () => {
  it('draw floors as they moved, where the points tell them', () => {
    const curve = curveOf([
      { timestamp: at(1), equity: '100000', floors: { max_drawdown: '90000', daily_loss_limit: '95000' } },
      { timestamp: at(2), equity: null, floors: { max_drawdown: '91000', daily_loss_limit: null } },
    ])
    const drawn = curveLines(curve, NOW)
    expect(drawn.hasFloors).toBe(true)
    expect(valuesOf(drawn)).toEqual([
      ['100000', null],
      ['95000', null],
      ['90000', '91000'],
    ])
  })

  it('draw them as they are now, where no point does, and say so', () => {
    const drawn = curveLines(
      curveOf([{ timestamp: at(1), equity: '1', floors: { max_drawdown: null, daily_loss_limit: null } }]),
      NOW,
    )
    expect(drawn.hasFloors).toBe(false)
    expect(valuesOf(drawn)).toEqual([['1'], ['95000'], ['90000']])
  })
})
