import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMetrics } from '@ats/service-kit'
import { describeOverlays } from './support/manifests.js'
import { REPOSITORY } from './support/repository.js'

const FUNCTIONS_AND_WORDS =
  /^(sum|min|max|min_over_time|by|rate|increase|changes|absent|vector|or|and|on|histogram_quantile|le|service|route|dependency|up)$/

let known: ReadonlySet<string>

beforeAll(async () => {
  const metrics = createMetrics({ service: 'any' })
  metrics.collectProcessMetrics()
  const own = await metricsNamedIn(join(REPOSITORY, 'services'))
  known = new Set([...metrics.registry.getMetricsAsArray().map(({ name }) => name), ...own])
  metrics.registry.clear()
})

async function metricsNamedIn(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => /\/src\/.*(?<!\.test)\.ts$/.test(name))
  const texts = await Promise.all(
    files.filter((name) => !name.includes('node_modules')).map((name) => readFile(join(folder, name), 'utf8')),
  )
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:figure\(\s*'([a-z_]+)'|name: '([a-z_]+)',\s*help:)/g)].map(
      ([, figure, other]) => (figure ?? other)!,
    ),
  )
}

describeOverlays('alerts', (manifests, overlay) => {
  const rules = manifests.of('PrometheusRule').flatMap(({ spec }) => spec.groups.flatMap((group) => group.rules))

  it('are there where there is somebody to be woken', () => {
    expect(rules.length > 0).toBe(overlay === 'production')
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  it('ask for nothing but metrics that the services have', () => {
    for (const { alert, expr } of rules) {
      const words = expr.replace(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]/g, ' ').match(/[a-z_][a-z0-9_]*/g) ?? []
      const metrics = words.filter((word) => !FUNCTIONS_AND_WORDS.test(word))
      const unknown = metrics.filter((name) => !known.has(name) && !known.has(name.replace(/_(count|sum|bucket)$/, '')))
      expect([alert, unknown]).toEqual([alert, []])
    }
  })

  it('ask for jobs that are Services with metrics', () => {
    const jobs = rules.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)].map(([, job]) => job!))
    for (const job of jobs) {
      expect(manifests.one('Service', job).spec?.ports?.map(({ name }) => name)).toContain('http')
    }
  })
})
