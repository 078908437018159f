/** Plots as plain SVG: bars for what is compared, lines for what grows. Readable on light and dark pages. */
export interface Bar {
  readonly label: string
  readonly value: number
  /** At the end of the bar. */
  readonly text: string
}

export interface LinePlot {
  readonly title: string
  readonly xLabel: string
  readonly yLabel: string
  readonly lines: readonly { readonly name: string; readonly points: readonly (readonly [x: number, y: number])[] }[]
}

const WIDTH = 760
const LABEL_WIDTH = 300
const VALUE_WIDTH = 110
const ROW = 26
const TOP = 44
const PLOT = { left: 70, right: 20, height: 260, bottom: 50 }
const COLOURS = ['#3b7dd8', '#d8743b', '#3ba55d', '#9b59b6']
const INK = '#808080'

export function barPlot(title: string, bars: readonly Bar[]): string {
  const max = Math.max(...bars.map(({ value }) => value), 1e-9)
  const space = WIDTH - LABEL_WIDTH - VALUE_WIDTH
  const rows = bars.flatMap(({ label, value, text: valueText }, index) => {
    const y = TOP + index * ROW
    const width = Math.max(1, (value / max) * space)
    return [
      text(LABEL_WIDTH - 8, y + 16, label, 'end'),
      `<rect x="${LABEL_WIDTH}" y="${y + 3}" width="${width.toFixed(1)}" height="${ROW - 8}" fill="${COLOURS[0]}"/>`,
      text(LABEL_WIDTH + width + 6, y + 16, valueText),
    ]
  })
  return svg(TOP + bars.length * ROW + 12, title, rows)
}

/** The x values stand at equal distances, so that 1k, 10k and 100k do too; y begins at 0. */
export function linePlot({ title, xLabel, yLabel, lines }: LinePlot): string {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)))].toSorted((a, b) => a - b)
  const yMax = Math.max(...lines.flatMap(({ points }) => points.map(([, y]) => y)), 1e-9)
  const bottom = TOP + PLOT.height
  const xAt = (x: number): number =>
    PLOT.left + (xs.indexOf(x) / Math.max(1, xs.length - 1)) * (WIDTH - PLOT.left - PLOT.right - 60) + 20
  const yAt = (y: number): number => bottom - (y / yMax) * PLOT.height
  const axes = [
    `<path d="M${PLOT.left},${TOP} V${bottom} H${WIDTH - PLOT.right}" fill="none" stroke="${INK}"/>`,
    ...xs.map((x) => text(xAt(x), bottom + 18, x.toLocaleString('en-US'), 'middle')),
    ...[0, 0.5, 1].map((share) => text(PLOT.left - 6, yAt(share * yMax) + 4, short(share * yMax), 'end')),
    text(WIDTH / 2, bottom + 38, xLabel, 'middle'),
    text(PLOT.left, TOP - 6, yLabel),
  ]
  const drawn = lines.flatMap(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? INK
    const path = points.map(([x, y]) => `${xAt(x).toFixed(1)},${yAt(y).toFixed(1)}`)
    return [
      `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...points.map(([x, y]) => `<circle cx="${xAt(x).toFixed(1)}" cy="${yAt(y).toFixed(1)}" r="3" fill="${colour}"/>`),
      text(WIDTH - PLOT.right, TOP + 14 + index * 18, name, 'end', colour),
    ]
  })
  return svg(bottom + PLOT.bottom, title, [...axes, ...drawn])
}

const svg = (height: number, title: string, content: readonly string[]): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    text(WIDTH / 2, 20, title, 'middle'),
    ...content,
    '</svg>',
    '',
  ].join('\n')

const text = (x: number, y: number, content: string, anchor = 'start', colour = INK): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${escape(content)}</text>`

const escape = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const short = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en-US')
