import { describeFills, fillsByBar } from './fills-by-bar.js'

const fill = (timestamp: string, side: 'BUY' | 'SELL', quantity: string, price: string) => ({
  ...{ timestamp: `2026-01-01T00:${timestamp}.000Z`, side, quantity, price },
})

describe('the fills of a bar', () => {
  const bars = fillsByBar(
    [
      fill('07:00', 'BUY', '1', '63990'),
      fill('04:59', 'BUY', '0.1', '64010'),
      fill('00:00', 'BUY', '0.2', '64000'),
      fill('01:00', 'SELL', '0.05', '64020.5'),
    ],
    300,
  )

  it('are one marker a side with its count, the oldest bar first', () => {
    expect(bars.map(({ time, side, count }) => [time, side, count])).toEqual([
      [1767225600, 'BUY', 2],
      [1767225600, 'SELL', 1],
      [1767225900, 'BUY', 1],
    ])
  })

  it('are told with their quantity and prices', () => {
    expect(describeFills(bars, 1767225600)).toBe(
      'Buy 0.3 at 64,000 to 64,010 (2 fills) · Sell 0.05 at 64,020.5 (1 fill)',
    )
    expect(describeFills(bars, 1767226200)).toBe('')
  })

  it('are two markers however many they are', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      fill('02:00', index % 2 === 0 ? 'BUY' : 'SELL', '1', '64000'),
    )
    expect(fillsByBar(many, 300).map(({ count, quantity }) => [count, quantity])).toEqual([
      [250, '250'],
      [250, '250'],
    ])
  })
})
