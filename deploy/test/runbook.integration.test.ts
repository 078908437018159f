/** The runbook speaks of what there is. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadEngineConfig } from '../../services/trading-engine/src/config.js'
import { readExpressions, selectedBy, type Expression } from './support/expressions.js'
import { REPOSITORY } from './support/repository.js'
import { runOrThrow } from './support/run.js'

const read = (...path: readonly string[]): Promise<string> => readFile(join(REPOSITORY, ...path), 'utf8')
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const PARTS = ['What it means', 'Look at', 'Do', 'Over when']

const namesIn = (text: string): readonly string[] =>
  selectedBy({ of: '', kind: 'alert', text }).map(({ metric }) => metric)

const blocksOf = (text: string, language: string): readonly string[] =>
  found(text, new RegExp(`\n\`\`\`${language}(?: \\w+)?\n([^]*?)\n\`\`\``, 'g'))

describe('the alerts', () => {
  let runbook: string
  let alerts: readonly Expression[]
  let sections: ReadonlyMap<string, string>

  beforeAll(async () => {
    ;[runbook, alerts] = await Promise.all([
      read('docs', 'RUNBOOK.md'),
      readExpressions().then((all) => all.filter(({ kind }) => kind === 'alert')),
    ])
    const [, section = ''] = runbook.split('\n## Alerts\n')
    const texts = section.split(/^### /m).slice(1)
    sections = new Map(texts.map((text) => [text.slice(0, text.indexOf('\n')), text]))
  })

  it('each have a heading, in their order', () => {
    expect(alerts.length).toBeGreaterThan(5)
    expect([...sections.keys()]).toEqual(alerts.map(({ of }) => of))
  })

  it('each say what it means, what to look at, what to do and when it is over', () => {
    for (const [alert, text] of sections) {
      expect([alert, found(text, /^\*\*(.+?)\.\*\* \S[^]{19}/gm)]).toEqual([alert, PARTS])
      expect([alert, blocksOf(text, 'sh').length > 0]).toEqual([alert, true])
    }
  })

  it('each give a query of what they are about', () => {
    for (const alert of alerts) {
      const queries = blocksOf(sections.get(alert.of) ?? '', 'promql').join('\n')
      const missing = namesIn(alert.text).filter((metric) => !namesIn(queries).includes(metric))
      expect([alert.of, missing]).toEqual([alert.of, []])
    }
  })
})

it('queries only metrics that are documented', async () => {
  const [runbook, metrics] = await Promise.all([read('docs', 'RUNBOOK.md'), read('docs', 'OBSERVABILITY.md')])
  const documented = new Set(found(metrics, /^\| `([a-z_]+)`/gm))
  const queried = blocksOf(runbook, 'promql').flatMap(namesIn)
  expect(queried.length).toBeGreaterThan(20)
  expect(queried.filter((name) => !documented.has(name) && !/^(process_|nodejs_|up$)/.test(name))).toEqual([])
})

it('quotes log lines that the services write', async () => {
  const runbook = await read('docs', 'RUNBOOK.md')
  const quoted = [...new Set(found(runbook, /log lines? `(.+?)`/g)), ...found(runbook, /log lines `.+?` and `(.+?)`/g)]
  const log = await read('packages', 'service-kit', 'src', 'http', 'failure-log.ts')
  expect(quoted).toContain('unexpected error')
  expect(quoted.filter((line) => !log.includes(`'${line}'`))).toEqual([])
})

it('has commands that a shell can read, and that the operator has', async () => {
  const [runbook, operator] = await Promise.all([read('docs', 'RUNBOOK.md'), read('docs', 'OPERATOR.md')])
  await runOrThrow('sh', ['-n', '-c', blocksOf(runbook, 'sh').join('\n')], { cwd: REPOSITORY })
  const wordsOf = (text: string) => found(text, /npm run operator -- (\w+ \w+)/g)
  expect(wordsOf(runbook).length).toBeGreaterThan(2)
  expect(wordsOf(runbook).filter((words) => !wordsOf(operator).includes(words))).toEqual([])
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
