/** Programs come from files, whole or not at all; a version pins the plan versions of its phases. */
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import type { ProblemBody } from '../support/account-calls.js'
import { planFile } from '../support/plans/plan-file.js'
import { importProgram, programFile } from '../support/plans/program-file.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface Imported {
  readonly dry_run?: true
  readonly programs: readonly { id: string; version: number; outcome: string; changes?: readonly object[] }[]
}
interface Shown {
  readonly id: string
  readonly version: number
  readonly phases: readonly { readonly plan_id: string; readonly plan_version: number; readonly plan?: object }[]
}
const put = async (id: string, changes: object = {}) =>
  (await importProgram(engine, id, changes)).body as unknown as Imported
const importPlan = (id: string, changes: object) =>
  engine.operator.put('/operator/v1/plans', { body: { plans: [planFile(id, changes)] } })
const versionsOf = async (id: string) => {
  const { body } = await engine.operator.get<Shown[]>('/operator/v1/programs')
  return body.filter((program) => program.id === id)
}

test('a new program is on sale; the same file changes nothing until a plan of it has a new version', async () => {
  await importPlan('pinned', {})
  const phases = (programFile('pins')['phases'] as object[]).map((phase, index) =>
    index === 0 ? { ...phase, plan_id: 'pinned' } : phase,
  )
  expect(await put('pins', { phases })).toEqual({ programs: [{ id: 'pins', version: 1, outcome: 'created' }] })
  expect(await put('pins', { phases })).toEqual({ programs: [{ id: 'pins', version: 1, outcome: 'unchanged' }] })
  await importPlan('pinned', { name: 'Next' })
  const path = '/operator/v1/programs?dry_run=true'
  const body = { programs: [programFile('pins', { phases })] }
  const { body: previewed } = await engine.operator.put<Imported>(path, { body })
  expect(previewed).toMatchObject({
    dry_run: true,
    programs: [{ id: 'pins', version: 2, outcome: 'changed', changes: [{ path: ['phases'] }] }],
  })
  expect(await versionsOf('pins')).toHaveLength(1)
  expect(await put('pins', { phases })).toEqual({ programs: [{ id: 'pins', version: 2, outcome: 'changed' }] })
  expect((await versionsOf('pins')).map(({ version, phases: [first] }) => [version, first?.plan_version])).toEqual([
    [2, 2],
    [1, 1],
  ])
  const { rows } = await engine.pool.query(`select from operator_audit where action = 'import_programs'`)
  expect(rows).toHaveLength(2)
})

test('everybody may read what is sold, each version with the rules that it pins', async () => {
  await put('public', { source_url: 'https://example.com/rules', verified_on: '2026-11-28' })
  const listed = await engine.api.get<Shown[]>('/v1/programs')
  expect(listed.body.find(({ id }) => id === 'public')).toEqual({
    ...{ id: 'public', version: 1, name: 'One step to 100k', currency: 'USD', reset: { allowed: true } },
    phases: [
      {
        ...{ id: 'evaluation', label: 'Evaluation', plan_id: 'two-step-100k', plan_version: 3, kind: 'EVALUATION' },
        ...{ promotion: 'AUTO', requires_kyc: false, requires_contract: false },
      },
      {
        ...{ id: 'funded', label: 'Funded', plan_id: 'standard-100k', plan_version: 3, kind: 'FUNDED' },
        ...{ promotion: null, requires_kyc: false, requires_contract: false },
      },
    ],
    source_url: 'https://example.com/rules',
    verified_on: '2026-11-28',
  })
  await put('public', { name: 'Renamed' })
  const detail = async (query: string) =>
    (await engine.api.get<Shown & { name: string }>(`/v1/programs/public${query}`)).body
  expect([(await detail('')).name, (await detail('?version=1')).name]).toEqual(['Renamed', 'One step to 100k'])
  expect((await detail('?decimals=string')).phases[0]?.plan).toMatchObject({
    id: 'two-step-100k',
    initial_balance: '100000',
  })
  for (const path of ['none', 'public?version=3', 'public?version=99999999999', 'public?version=0', '%00', 'a%2Fb'])
    expect([path, (await engine.api.get(`/v1/programs/${path}`)).status]).toEqual([path, 404])
})

test('a name that hides something, or a date to come, stays of a stored version, and is refused in another', async () => {
  const [first, last] = programFile('x')['phases'] as [object, object]
  const wrong = { name: 'One\u200b step', verified_on: '2999-01-01', phases: [{ ...first, label: '\u202eone' }, last] }
  const refused = async (query: string, changes: object) => {
    const body = { programs: [programFile('hides', changes)] }
    const answer = await engine.operator.put<ProblemBody>(`/operator/v1/programs${query}`, { body })
    return answer.body.issues?.map(({ path, code }) => `${path.slice(2).join('.')} ${code}`)
  }
  const issues = ['name string.pattern.base', 'phases.0.label string.pattern.base', 'verified_on date.future']
  expect([await refused('', wrong), await refused('?dry_run=true', wrong)]).toEqual([issues, issues])
  await put('hides')
  await engine.pool.query(
    `insert into programs (id, version, definition)
      select id, 2, jsonb_set(definition, '{phases,0,label}', '"\u202eone"') || $1 from programs where id = 'hides'`,
    [{ name: wrong.name, verified_on: wrong.verified_on }],
  )
  expect((await put('hides', wrong)).programs).toEqual([{ id: 'hides', version: 2, outcome: 'unchanged' }])
  expect(await refused('', { ...wrong, reset: { allowed: false } })).toEqual(issues)
})

test('two operators who import the same program concurrently make one version', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => put('raced')))
  const outcomes = answers.map(({ programs }) => programs[0]?.outcome).sort()
  expect(outcomes).toEqual(['created', ...Array.from({ length: 7 }, () => 'unchanged')])
  expect(await versionsOf('raced')).toHaveLength(1)
})

test('a file that is wrong is refused whole, with every problem', async () => {
  const [first, last] = programFile('x')['phases'] as [object, object]
  const answer = await engine.operator.put<ProblemBody>('/operator/v1/programs', {
    body: {
      programs: [
        programFile('fine'),
        programFile('broken', {
          phases: [
            { ...first, kind: 'FUNDED', plan_id: 'none' },
            { ...last, plan_id: 'two-step-100k' },
          ],
        }),
      ],
    },
  })
  expect([answer.status, answer.body.issues!.map(({ message }) => message)]).toEqual([
    400,
    [
      'programs[1].phases[0].kind must be EVALUATION: only the last phase is FUNDED',
      'programs[1].phases[0].plan_id names none, which is not a plan',
      'programs[1].phases[1].plan_id names two-step-100k, which has an objective: a FUNDED account would end by meeting it',
    ],
  ])
  const shape = await engine.operator.put<ProblemBody>('/operator/v1/programs', {
    body: { programs: [programFile('broken id', { phases: [first, first], reset: { allows: true } })] },
  })
  expect(shape.body.issues!.map(({ message }) => message).sort()).toEqual([
    'programs[0].id must be 1 to 64 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit',
    'programs[0].phases[1] has the id of an earlier phase',
    'programs[0].reset.allowed is required',
    'programs[0].reset.allows is not a field of this request',
  ])
  expect(await versionsOf('fine')).toHaveLength(0)
})
