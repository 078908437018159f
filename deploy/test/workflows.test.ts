/** The workflows run the scripts of .ci on the Node of the images, with actions and containers of exact versions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly container?: string
  readonly 'timeout-minutes'?: number
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[]
}

const ROOT = join(__dirname, '../..')
const FOLDER = join(ROOT, '.github/workflows')
const read = (name: string): Workflow => parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow
const stepsOf = (workflow: Workflow) => Object.values(workflow.jobs).flatMap(({ steps }) => steps)

test.each(readdirSync(FOLDER))('%s reads by default, ends in time and names exact versions', (name) => {
  const workflow = read(name)
  expect(workflow.permissions).toEqual({ contents: 'read' })
  for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  const actions = stepsOf(workflow).flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
  expect(actions.filter((action) => !/^[\w/-]+@v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

test.each([
  ['ci.yml', '.ci/run'],
  ['nightly.yml', '.ci/nightly'],
])('%s runs %s on the Node of the images', (name, script) => {
  const workflow = read(name)
  const version = readFileSync(join(ROOT, '.nvmrc'), 'utf8').trim()
  expect(Object.values(workflow.jobs).map(({ container }) => container)).toEqual([`node:${version}-bookworm`])
  expect(stepsOf(workflow).map(({ run }) => run)).toContain(script)
  expect(existsSync(join(ROOT, script))).toBe(true)
})

test('a release attests, attaches and publishes the packages for Python, and keeps no secret for it', () => {
  const text = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
  expect(text).not.toContain('secrets.')
  const { release, pypi } = read('release.yml').jobs
  const commands = release?.steps.flatMap(({ run }) => run ?? []) ?? []
  expect(commands).toContain('node release/pack-python.mjs')
  expect(commands.find((command) => command.startsWith('gh release create'))).toContain('release/out-python/*')
  expect(pypi).toMatchObject({ needs: 'release', environment: 'pypi', permissions: { 'id-token': 'write' } })
  expect(pypi?.steps.at(-1)?.uses).toMatch(/^pypa\/gh-action-pypi-publish@/)
})
