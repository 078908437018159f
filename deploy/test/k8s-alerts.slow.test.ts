import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readDashboards, readRules } from './support/expressions.js'
import { describeOverlays, isProduction } from './support/manifests.js'

const UNIT_TESTS = join(__dirname, 'alerts.promtool.yaml')

interface UnitTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[]
  }[]
}

describeOverlays('dashboards', (manifests, overlay) => {
  it('come with the monitoring, where Grafana looks for them', async () => {
    const found = manifests.of('ConfigMap').filter(({ metadata }) => metadata?.labels?.['grafana_dashboard'] === '1')
    const names = [...(await readDashboards()).keys()].map((name) => `${name}.json`)
    expect(found.flatMap(({ data = {} }) => Object.keys(data)).sort()).toEqual(isProduction(overlay) ? names : [])
  })
})

describeOverlays('alerts', (manifests, overlay) => {
  const rules = manifests.of('PrometheusRule').flatMap(({ spec }) => spec.groups.flatMap((group) => group.rules))

  it('are there where there is somebody to be woken', () => {
    expect(rules.length > 0).toBe(isProduction(overlay))
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  it('ask for jobs that are Services whose metrics are read', () => {
    const jobs = new Set(rules.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]+)"/g)].map(([, job]) => job!)))
    const monitors = manifests.of('ServiceMonitor')
    for (const job of jobs) {
      const { metadata, spec } = manifests.one('Service', job)
      const ports = spec?.ports?.map(({ name }) => name) ?? []
      const name = metadata?.labels?.['app.kubernetes.io/name']
      const monitor = monitors.find(
        ({ spec: { selector } }) => selector.matchLabels?.['app.kubernetes.io/name'] === name,
      )
      expect([job, monitor?.spec.endpoints.map(({ port }) => ports.includes(port))]).toEqual([job, [true]])
    }
    expect(jobs.size).toBe(isProduction(overlay) ? manifests.of('Deployment').length : 0)
  })
})

it('are each tried twice: when they have to ring, and when they must not', async () => {
  const { groups } = await readRules()
  const { tests } = parse(await readFile(UNIT_TESTS, 'utf8')) as UnitTests
  const tried = tests.flatMap(({ alert_rule_test: alerts }) => alerts)
  const namesOf = (isRinging: boolean) =>
    new Set(
      tried.filter(({ exp_alerts: expected }) => expected.length > 0 === isRinging).map(({ alertname }) => alertname),
    )
  const alerts = new Set(groups.flatMap((group) => group.rules.map(({ alert }) => alert)))
  expect(namesOf(true)).toEqual(alerts)
  expect(namesOf(false)).toEqual(alerts)
})
