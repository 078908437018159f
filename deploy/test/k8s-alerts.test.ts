import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { readRules } from './support/expressions.js'
import { describeOverlays, isProduction } from './support/manifests.js'
import { describePromtool } from './support/promtool.js'
import { run } from './support/run.js'

const UNIT_TESTS = join(__dirname, 'alerts.promtool.yaml')

interface UnitTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[]
  }[]
}

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

describePromtool('alerts, by Prometheus itself', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alerts-'))
    await writeFile(join(folder, 'rules.yaml'), stringify({ groups: (await readRules()).groups }))
    await writeFile(join(folder, 'unit-tests.yaml'), await readFile(UNIT_TESTS, 'utf8'))
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('are rules that it takes', async () => {
    expect(
      await run('promtool', ['check', 'rules', '--lint=all', '--lint-fatal', 'rules.yaml'], { cwd: folder }),
    ).toMatchObject({
      code: 0,
    })
  })

  it('ring when they have to, and say what they should', async () => {
    const { code, stdout, stderr } = await run('promtool', ['test', 'rules', 'unit-tests.yaml'], { cwd: folder })
    expect([code, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})
