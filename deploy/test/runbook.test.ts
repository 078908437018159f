/** The runbook speaks of what there is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadEngineConfig } from '../../services/trading-engine/src/config.js'
import { REPOSITORY } from './support/repository.js'

const read = (...path: readonly string[]): Promise<string> => readFile(join(REPOSITORY, ...path), 'utf8')
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

it('says of every alert what it means and what to do', async () => {
  const [runbook, rules] = await Promise.all([
    read('docs', 'RUNBOOK.md'),
    read('k8s', 'components', 'monitoring', 'alerts.yaml'),
  ])
  const alerts = found(rules, /- alert: (\w+)/g)
  expect(alerts.length).toBeGreaterThan(5)
  expect(found(runbook, /^\| `(\w+)` +\| \S.{20,}\| \S.{20,}\|$/gm)).toEqual(alerts)
})

it('says of every secret how to replace it', async () => {
  const [runbook, deploying] = await Promise.all([read('docs', 'RUNBOOK.md'), read('docs', 'DEPLOYING.md')])
  const [, section = ''] = /## Rotate secrets\n(.*)\n## Alerts/s.exec(runbook) ?? []
  const settings = found(deploying, /--from-literal=([A-Z_]+)=/g)
  expect(settings.length).toBeGreaterThan(4)
  for (const setting of settings) expect([setting, section.includes(`\`${setting}`)]).toEqual([setting, true])
})

it('drains behind haproxy for longer than that takes to be told', async () => {
  const configuration = await read('deploy', 'haproxy', 'haproxy.cfg')
  const ms = (name: string): number => {
    const [, digits = '', unit] = new RegExp(`\\b${name} (\\d+)(ms|s)\\b`).exec(configuration) ?? []
    return Number(digits) * (unit === 's' ? 1_000 : 1)
  }
  const [, asked = ''] = /DRAIN_MS=(\d+)/.exec(configuration) ?? []
  const [, fall = ''] = /\bfall (\d+)/.exec(configuration) ?? []
  const noticedAfterMs = ms('inter') + (Number(fall) - 1) * ms('fastinter')
  expect(noticedAfterMs).toBeGreaterThan(0)
  // Several times that: answers take their time on a busy machine.
  expect(Number(asked)).toBeGreaterThan(4 * noticedAfterMs)
  const valid = {
    DATABASE_URL: 'postgres://a@b/c',
    WALLET_URL: 'http://localhost',
    WALLET_SERVICE_TOKEN: 'x'.repeat(32),
  }
  expect(loadEngineConfig({ ...valid, DRAIN_MS: asked }).DRAIN_MS).toBe(Number(asked))
})
