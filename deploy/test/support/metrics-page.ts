/** A page of metrics as Prometheus reads it. */
export interface PageMetric {
  readonly name: string
  readonly type: string
  readonly help: string
  /** Names of the labels of its samples. */
  readonly labels: ReadonlySet<string>
  /** The sum of the samples with these label values; 0 when there are none. */
  sum(labels?: Readonly<Record<string, string>>): number
}

export type MetricsPage = ReadonlyMap<string, PageMetric>

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export async function readMetrics(baseUrl: string): Promise<MetricsPage> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const samples = text.split('\n').flatMap((line) => sampleOf(line) ?? [])
  const described = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \1 (\w+)$/gm)]
  return new Map(
    described.map(([, name = '', help = '', type = '']) => {
      const own = samples.filter((sample) => metricOf(sample.name, type) === name)
      return [
        name,
        { name, help, type, labels: new Set(own.flatMap(({ labels }) => Object.keys(labels))), sum: summing(own) },
      ]
    }),
  )
}

/** The metric whose sample has that name. */
const metricOf = (name: string, type: string): string =>
  type === 'histogram' || type === 'summary' ? name.replace(/_(bucket|sum|count)$/, '') : name

function sampleOf(line: string): Sample | undefined {
  const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined) return undefined
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, key = '', text = '']) => [key, text] as const,
  )
  return { name, labels: Object.fromEntries(pairs), value: Number(value) }
}

const summing =
  (samples: readonly Sample[]) =>
  (wanted: Readonly<Record<string, string>> = {}): number =>
    samples
      .filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value))
      .reduce((sum, { value }) => sum + value, 0)
