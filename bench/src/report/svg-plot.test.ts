import { barPlot, linePlot } from './svg-plot.js'

test('a bar is as long as its value, and its label is escaped', () => {
  const svg = barPlot('rates', [
    { label: 'a < b & c', value: 100, text: '100/s' },
    { label: 'half', value: 50, text: '50/s' },
  ])
  expect([...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))).toEqual([350, 175])
  expect(svg).toContain('a &lt; b &amp; c')
})

test('a higher value stands higher, and the greatest at the top of the axis', () => {
  const svg = linePlot({
    title: 'growth',
    xLabel: 'accounts',
    yLabel: 'orders/s',
    lines: [{ name: 'order', points: [[1_000, 200], [100_000, 100]] }], // prettier-ignore
  })
  const [first, second] = [...svg.matchAll(/<circle [^>]*cy="([\d.]+)"/g)].map(([, y]) => Number(y))
  expect([first, second]).toEqual([44, 174])
  expect(svg).toContain('100,000')
})
