/** The command line against a real engine, once as a process of its own; and what the documentation says to type. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { draw } from '@ats/test-kit'
import { run } from '../../../../packages/operator-cli/src/run.js'
import { hashCredential } from '@ats/contracts'
import { parseOperators } from '../../src/core/model/account/operators.js'
import { holdToken } from '../support/hold-token.js'
import { OPERATOR_TOKEN, startEngine, tokenOf, type TestEngine, type Trader } from '../support/engine/engine.js'
import { RESTING_ORDER } from '../support/engine/operations.js'
import { planFile } from '../support/plans/plan-file.js'

const ROOT = join(__dirname, '..', '..', '..', '..')
const MAIN = join(ROOT, 'packages', 'operator-cli', 'dist', 'main.js')
const DOCUMENT = readFileSync(join(ROOT, 'docs', 'OPERATOR.md'), 'utf8')

let engine: TestEngine
let directory: string
let trader: Trader

beforeAll(async () => {
  engine = await startEngine({ isBesideAnother: true })
  trader = await engine.trader()
  directory = mkdtempSync(join(tmpdir(), 'operator-cli-test-'))
  const people = { olga: OPERATOR_TOKEN, rita: tokenOf('rita'), otto: tokenOf('otto') }
  const connection = { url: engine.operatorUrl, token: OPERATOR_TOKEN, people }
  writeFileSync(join(directory, 'operator.json'), JSON.stringify(connection))
})
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true })
  await engine.close()
})

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** As beside a running `npm start`, unless the environment says otherwise. */
async function operator(words: readonly string[], more: Environment = { DATA_DIR: directory }): Promise<Ended> {
  const written = { out: '', error: '' }
  const code = await run(words, {
    env: environmentOf(more),
    out: (line) => (written.out += `${line}\n`),
    error: (line) => (written.error += `${line}\n`),
  })
  return { code, ...written }
}
type Environment = Readonly<Record<string, string>>
const environmentOf = (more: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  ...more,
})

/** The same as a process of its own. */
function operatorProcess(words: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...words], { env: environmentOf({ DATA_DIR: directory }) })
    const written = { out: '', error: '' }
    child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (written.error += chunk.toString()))
    child.on('close', (code) => resolve({ code, ...written }))
  })
}
const json = async <T>(...words: readonly string[]): Promise<T> => {
  const { code, out, error } = await operator([...words, '--json'])
  if (code !== 0) throw new Error(`exit code ${code}: ${error}`)
  return JSON.parse(out) as T
}
const fileOf = (name: string, content: string): string => {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}
/** The block of the documentation that begins with this fence. */
const blockOf = (fence: string): string => {
  const [, block] = new RegExp(`\n\`\`\`${fence}\n([\\s\\S]*?)\n\`\`\``).exec(DOCUMENT) ?? []
  if (block === undefined) throw new Error(`no block ${fence} in docs/OPERATOR.md`)
  return block
}

test('the files of the documentation are imported as they are, and again change nothing', async () => {
  const plans = fileOf('plans.json', blockOf('json plans'))
  expect((await operator(['plans', 'import', plans, '--dry-run'])).out).toMatch(/\ntwo-step-50k +1 +created +- +-\n/)
  expect(await operator(['plans', 'check', plans])).toEqual(await operator(['plans', 'import', plans, '--dry-run']))
  expect(await operator(['plans', 'import', plans])).toEqual({
    code: 0,
    error: '',
    out: ['id            version  outcome', 'two-step-50k  1        created', ''].join('\n'),
  })
  expect((await operator(['plans', 'import', plans])).out).toContain('unchanged')
  const programs = fileOf('programs.json', blockOf('json programs'))
  expect((await operator(['programs', 'check', programs])).out).toMatch(/\ntwo-step +1 +created +-\n/)
  expect((await operator(['programs', 'import', programs])).out).toMatch(/\ntwo-step +1 +created\n/)
  expect((await operator(['programs', 'import', programs])).out).toContain('unchanged')
  expect((await operator(['programs', 'list'])).out).toMatch(/evaluation:two-step-100k@3,funded:standard-100k@3/)
  expect(await json('programs', 'show', 'two-step')).toMatchObject([{ id: 'two-step', version: 1 }])
  expect((await operator(['programs', 'show', 'none'])).code).toBe(1)
  const calendar = fileOf('calendar.json', blockOf('json calendar'))
  expect((await operator(['news', 'import', calendar, '--dry-run'])).out).toMatch(/inserted +2\n[^]*\nnfp-2026-03 /)
  expect(await json('news', 'import', calendar)).toEqual({ inserted: 2, updated: 0, unchanged: 0 })
  const ics = fileOf('calendar.ics', blockOf('ics calendar').replaceAll('\n', '\r\n'))
  expect(await json('news', 'import', ics)).toEqual({ inserted: 1, updated: 0, unchanged: 0 })
  const listed = await operator(['news', 'list', '--from', '2026-04-01'])
  expect(listed.out.split('\n')).toEqual([
    expect.stringMatching(/^id +at +impact +currencies +symbols +title$/),
    expect.stringMatching(/^cpi-2026-04 +2026-04-14T12:30:00.000Z +HIGH +USD +- +Consumer prices$/),
    expect.stringMatching(/^opec-2026-04 +2026-04-05T12:00:00.000Z +MEDIUM +- +CL-USD +OPEC meeting$/),
    '',
  ])
  expect((await operator(['news', 'remove', 'cpi-2026-04'])).code).toBe(0)
  expect((await operator(['news', 'remove', 'cpi-2026-04'])).code).toBe(1)
})

test('a process of its own writes the same, and ends with the same exit code', async () => {
  for (const words of [
    ['plans', 'list'],
    ['account', 'show', randomUUID()],
  ])
    expect(await operatorProcess(words)).toEqual(await operator(words))
})

test('every command of the documentation is one', async () => {
  const typed = [...DOCUMENT.matchAll(/^npm run (?:-s )?operator -- (.+)$/gm)].map(([, words = '']) => words)
  expect(typed.length).toBeGreaterThan(20)
  const wordsOf = (line: string) => line.split(' ').filter((word) => /^[a-z]+$/.test(word))
  const commands = new Set(typed.map((line) => wordsOf(line).slice(0, 2).join(' ')))
  for (const words of draw([...commands], 4, (name) => `operator ${name}`)) {
    const { code, out } = await operator([...words.split(' '), '--help'])
    expect([words, code]).toEqual([words, 0])
    expect(out).toMatch(/^Usage: operator /)
  }
})

test('a malformed file: every problem with its path and what would be right, exit code 1', async () => {
  const broken = planFile('x', { currency: 'EUR', risk_config: { daily_loss: { reset_tz: 'Mars', pct: 0 } } })
  const { code, out, error } = await operator([
    'plans',
    'import',
    fileOf('broken.json', JSON.stringify({ plans: [broken] })),
  ])
  expect([code, out]).toEqual([1, ''])
  expect(error.split('\n').map((line) => line.split(': ')[0])).toEqual([
    'the request does not have the required shape; see issues [invalid_payload]',
    '  plans.0.currency',
    '  plans.0.risk_config.daily_loss.pct',
    '  plans.0.risk_config.daily_loss.reset_tz',
    '',
  ])
  expect(error).toContain('must be a time zone of the IANA database, such as Europe/Prague or UTC')
  const cut = await operator(['plans', 'import', fileOf('cut.json', '{"plans": [')])
  expect(cut).toMatchObject({ code: 1, error: expect.stringMatching(/cut\.json is not JSON: /) as string })
})

test('a payout is approved in the version that the list has shown, and in no other', async () => {
  const { api, accountId } = await engine.trader()
  await operator(['account', 'credit', accountId, '100', '--reason', 'r', '--reference', 'p-1'])
  const body = { amount: 100, client_id: 'p-1' }
  const { id } = (await api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body })).body
  await operator(['payout', 'propose', id, '--share', '80'])
  const [shown] = await json<{ version: number }[]>('payout', 'list', '--account', accountId)
  const approve = (...version: string[]) => operator(['payout', 'approve', id, '--as', 'otto', ...version])
  expect(await approve()).toMatchObject({ code: 2, error: expect.stringContaining('--version') as string })
  for (const wrong of ['x', '', '0', '1.5']) expect(await approve('--version', wrong)).toMatchObject({ code: 2 })
  const refused = await approve('--version', String(shown!.version - 1))
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('[version]') as string })
  expect((await approve('--version', String(shown!.version))).out).toMatch(/status +PAID/)
})

test('profit is taken off and given back once, a payout is rejected in a word, and its trader reads both', async () => {
  const { api, accountId } = await engine.trader()
  await operator(['account', 'credit', accountId, '100', '--reason', 'r', '--reference', 'a-1'])
  const adjust = ['account', 'adjust', accountId, '40.5', '--reason', 'latency', '--reference', 'a-2']
  const first = await operator(adjust)
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/amount +40\.5\n/) as string })
  expect(await operator(adjust)).toEqual(first)
  await operator(['account', 'adjust', accountId, '10', '--return', '--reason', 'ours', '--reference', 'a-3'])
  expect((await operator(['account', 'adjustments', accountId])).out).toMatch(/operator +-10 [^]*operator +40\.5 /)
  const body = { amount: 50, client_id: 'a-1' }
  const { id } = (await api.post<{ id: string }>(`/v1/account/${accountId}/payouts`, { body })).body
  const reject = ['payout', 'reject', id, '--reason', 'no passport']
  expect(await operator([...reject, '--code', 'mood'])).toMatchObject({ code: 2 })
  expect(await json(...reject, '--code', 'identity')).toMatchObject({ status: 'REJECTED', code: 'identity' })
  const { body: payouts } = await api.get<object[]>(`/v1/account/${accountId}/payouts`)
  expect(payouts).toMatchObject([{ code: 'identity', reason: 'no passport' }])
})

test('an account is found, shown, halted, released, credited, debited and closed, in the name given', async () => {
  const id = trader.accountId
  const found = await operator(['account', 'find', '--user', trader.userId])
  expect(found.out.split('\n')[1]).toMatch(
    new RegExp(`^${id} +${trader.userId} +standard-100k v3 +- +ACTIVE +- +100000 `),
  )
  expect(
    (await operator(['account', 'halt', id, '--reason', 'a look', '--as', 'rita', '--note', 'ticket 7'])).out,
  ).toMatch(/state +HALTED\nstate_reason +a look/)
  expect((await operator(['account', 'release', id])).out).toMatch(/state +ACTIVE/)
  const credit = ['account', 'credit', id, '2500.50', '--reason', 'r', '--reference', 'c-1']
  expect((await operator(credit)).out).toMatch(/balance +102500\.5\n/)
  expect((await operator(credit)).out).toMatch(/balance +102500\.5\n/)
  const debit = await operator(['account', 'debit', id, '200000', '--reason', 'r', '--reference', 'd-1'])
  expect(debit).toMatchObject({ code: 1, out: '' })
  expect(debit.error).toBe('no more than 102500.5 USD can be paid out [insufficient_free_margin]\n')
  await holdToken(engine.pool, id)
  const tx = `0x${'ab'.repeat(32)}`
  const sweep = [
    'account',
    'sweep',
    id,
    'eth',
    '--amount',
    '0.5',
    '--received',
    '1432.1',
    '--tx',
    tx,
    '--reason',
    'sold',
  ]
  for (const asked of [sweep, sweep]) expect((await operator(asked)).out).toMatch(/balance +103932\.6\n/)
  const back = ['--reason', 'r', '--reference', 'd-2']
  expect((await operator(['account', 'debit', id, '1432.1', ...back])).out).toMatch(/balance +102500\.5\n/)
  const closed = await json<{ state: string }>('account', 'close', id, '--reason', 'over')
  expect(closed.state).toBe('CLOSED')
  expect(await operator(['account', 'release', id])).toMatchObject({
    code: 1,
    error: 'an account that is CLOSED cannot be released [account_state]\n',
  })
  const shown = await json<{ summary: { equity: string } }>('account', 'show', id)
  expect(shown.summary.equity).toBe('102500.5')
  const audit = await json<{ operator: string; action: string }[]>('audit', '--subject', id)
  expect(audit.map(({ operator: name, action }) => `${name} ${action}`)).toEqual([
    'olga close_account',
    'olga move_capital',
    'olga sweep_holding',
    'olga move_capital',
    'olga release_account',
    'rita halt_account',
  ])
  // No fill paid it, which the check of the books would name.
  await engine.pool.query('update accounts set token_holdings = null where id = $1', [id])
})

test('what an account holds, has waiting and has done is shown as its trader sees it', async () => {
  const other = await engine.trader()
  await other.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  const { order } = (await other.place(RESTING_ORDER)).body
  const shown = async (...words: string[]) =>
    (await operator(['account', words[0]!, other.accountId, ...words.slice(1)])).out
  expect(await shown('positions')).toMatch(/^id .*\n[\w-]+ +BTC-USD +GMX +LONG +0\.01 /)
  expect(await shown('orders')).toMatch(new RegExp(`^id .*\n${order!.id} .* ETH-USD +BUY +LIMIT +0\\.1 +100 +OPEN`))
  expect(await shown('ledger', '--limit', '1')).toMatch(/^created_at .*\n.* fees +-/)
  expect(await shown('events', '--after', '1', '--limit', '1')).toMatch(/^sequence .*\n2 /)
  expect(await shown('risk')).toMatch(/\nrule +symbol +limit [^]*\nmax_drawdown +- +90000 /)
  expect(await shown('equity', '--interval', '1m')).toMatch(/^timestamp +balance +equity\n/)
  const missing = await operator(['account', 'trades', randomUUID()])
  expect(missing).toMatchObject({ code: 1, out: '', error: expect.stringContaining('[not_found]') as string })
})

test('the firm at a glance: overview, exposure, and accounts by their headroom', async () => {
  const other = await engine.trader()
  await other.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.02 })
  const { out } = await operator(['overview'])
  expect(out).toMatch(/\naccounts\ntotal +\d+\n/)
  expect(out).toMatch(/\nnearest_to_floor\nid +user_id +state +equity +rule +headroom +headroom_pct\n/)
  expect((await operator(['exposure'])).out).toMatch(/^symbol .*\nBTC-USD +GMX [^]*\nall +\d+ /)
  const nearest = await operator(['account', 'find', '--nearest', '--limit', '1'])
  expect(nearest.out).toMatch(/ equity +floor +headroom +left_pct\n/)
})

test('grants are added, listed and removed', async () => {
  const grant = await json<{ id: string }>('grant', 'add', 'alice', 'standard-100k', '--challenge', 'c')
  expect((await operator(['grant', 'list', '--user', 'alice'])).out).toMatch(
    new RegExp(`^id .*\n${grant.id} +alice +standard-100k v3 +c +- `),
  )
  const used = async (flag: string) => (await operator(['grant', 'list', '--user', 'alice', flag])).out
  expect(await used('--no-used')).toContain(grant.id)
  expect(await used('--used')).toBe('none\n')
  expect((await operator(['grant', 'remove', grant.id])).code).toBe(0)
  expect(await operator(['grant', 'list', '--user', 'alice'])).toMatchObject({ code: 0, out: 'none\n' })
  expect((await operator(['breaches'])).out).toBe('none\n')
})

test('the books: in order they are exit code 0, with a difference 1, and it is named', async () => {
  const checked = await operator(['ledger', 'check'])
  expect([checked.code, checked.error]).toEqual([0, ''])
  expect(checked.out).toMatch(/^accounts +\d+\ntransfers +\d+\nfills +\d+\nevents +\d+\ndifferences +0\n$/)
  const other = await engine.trader()
  await engine.pool.query(`update accounts set balance = balance + 1 where id = $1`, [other.accountId])
  const wrong = await operator(['ledger', 'check', '--account', other.accountId])
  expect(wrong).toMatchObject({ code: 1, error: 'the books do not agree\n' })
  expect(wrong.out).toMatch(new RegExp(`\n${other.accountId} +balance +- +100000\\.0+ +100001\\.0+\n$`))
})

test('webhook: an endpoint is added, listed, tried and removed', async () => {
  const added = await operator(['webhook', 'add', 'https://example.com/cli', '--description', 'the shop'])
  expect(added.out).toMatch(/secret +whsec_/)
  const [, id = ''] = /^id +(\S+)$/m.exec(added.out) ?? []
  expect((await operator(['webhook', 'list'])).out).toMatch(new RegExp(`${id} +https://example.com/cli +the shop`))
  expect((await operator(['webhook', 'test', id])).out).toMatch(/event_type +webhook.test/)
  expect((await operator(['webhook', 'deliveries', '--endpoint', id])).out).toContain('https://example.com/cli')
  expect((await operator(['webhook', 'remove', id])).code).toBe(0)
  expect((await operator(['webhook', 'list'])).out).toBe('none\n')
})

test('surveillance: its figures, and the accounts of each case', async () => {
  const quiet = await operator(['surveillance', '--kind', 'COPY', '--from', '2020-01-01', '--to', '2020-01-02'])
  expect(quiet).toMatchObject({ code: 0, out: expect.stringMatching(/\ntotal +0\n\nnone\n$/) as string })
  const [one, other] = [await engine.trader(), await engine.trader()]
  for (const { accountId } of [one, other])
    await engine.pool.query(
      `insert into positions (id, account_id, venue, symbol, direction, quantity, cost, leverage, opened_quantity,
          opened_notional, closed_notional, realized_pnl, fees, funding, opened_at, closed_at, close_reason)
        select gen_random_uuid(), $1, 'GMX', 'BTC-USD', 'LONG', 0, 0, 10, 1, 1, 1, 0, 0, 0, at, at + interval '1 minute',
          'USER' from generate_series(timestamptz '2020-02-01', '2020-02-02', '2 hours') at`,
      [accountId],
    )
  const { out } = await operator(['surveillance', '--from', '2020-02-01', '--to', '2020-02-03'])
  const [, row] = /\nCOPY +(.*) +13 +13 +1\n$/.exec(out) ?? []
  for (const { accountId, userId } of [one, other]) expect(row).toContain(`${accountId} (${userId}, 13 trades)`)
})

test('shadow: an account under a plan of a file, which is named where the file has several', async () => {
  const shadowed = await engine.trader()
  const { accountId } = shadowed
  await shadowed.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.1 })
  const exposure = { max_symbol_notional: '1000', max_total_notional: '1000', max_leverage: 20 }
  const rules = { news_freeze: null, objective: null }
  const plans = [planFile('wide', { risk_config: rules }), planFile('tight', { risk_config: { ...rules, exposure } })]
  const file = fileOf('candidates.json', JSON.stringify({ plans }))
  const { code, out } = await operator(['shadow', file, accountId, '--plan', 'tight'])
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`\n${accountId} +DIFFERENT .* refused_by\\.0 +-\n`))
  expect(out).toMatch(/\ncompared +1, of which 1 differ\n/)
  expect(out).toMatch(/\npassed, change +0\.0 % \(0\.0 % to 0\.0 %\)\nended by +none; none\n/)
  const later = await operator(['shadow', file, accountId, '--plan', 'tight', '--from', '2099-01-01'])
  expect(later.out).toMatch(new RegExp(`\n${accountId} +UNKNOWN .* it has no commands in that time\n`))
  const unnamed = await operator(['shadow', file, accountId])
  expect(unnamed).toMatchObject({ code: 2, error: expect.stringContaining('has 2 plans to choose from') as string })
  expect((await operator(['shadow', file, randomUUID(), '--plan', 'wide'])).code).toBe(1)
})

test('evidence: equal is exit code 0, a difference 1, and the bundles are written for others to check', async () => {
  const other = await engine.trader()
  await other.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  const out = join(directory, 'evidence.json')
  const equal = await operator(['evidence', other.accountId, '--out', out])
  expect(equal).toMatchObject({ code: 0, out: expect.stringMatching(/it is not sealed\nall is equal\n$/) as string })
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject([{ sealed: { account_id: other.accountId } }])
  // No level of a book is that far from its market.
  await engine.pool.query('update fills set price = price / 2 where account_id = $1', [other.accountId])
  const { rows } = await engine.pool.query<{ id: string }>('select id from fills where account_id = $1', [
    other.accountId,
  ])
  const wrong = await operator(['evidence', other.accountId])
  expect(wrong).toMatchObject({ code: 1, error: 'the evidence differs\n' })
  expect(wrong.out).toContain(`fill ${rows[0]!.id}: its price is not where it met the book of its tick`)
  expect((await operator(['evidence', 'nothing'])).code).toBe(1)
  expect((await operator(['evidence', other.accountId, '--out', directory])).code).toBe(2)
})

test('a list that goes on says how', async () => {
  await engine.trader()
  await engine.trader()
  const { code, error } = await operator(['account', 'find', '--limit', '1'])
  expect([code, error]).toEqual([0, expect.stringMatching(/^there is more: go on with --to 20.*Z\n$/)])
})

test.each<[string, readonly string[]]>([
  ['no command', []],
  ['half a command', ['account']],
  ['an unknown one', ['accounts', 'list']],
  ['an unknown option', ['plans', 'list', '--colour']],
  ['a missing argument', ['account', 'halt', '--reason', 'x']],
  ['a missing reason', ['account', 'halt', 'id']],
  ['one argument too many', ['plans', 'list', 'x']],
  ['a file that is not there', ['plans', 'import', '/nowhere/plans.json']],
])('%s is exit code 2, and says what is missing', async (_name, words) => {
  const { code, out, error } = await operator(words)
  expect([code, out, error.length > 10]).toEqual([2, '', true])
})

test('a token is made for a person, with the entry that names them', async () => {
  const { out } = await operator(['token', 'Olga B', 'approver'], {})
  const [, token = '', entry = ''] = /^token {2}(\S+)\nentry {2}(.+)\n$/.exec(out) ?? []
  expect(parseOperators(entry)).toMatchObject([
    { name: 'Olga B', role: 'approver', hash: hashCredential(token).toString('hex') },
  ])
  expect(token).toHaveLength(64)
  expect((await operator(['token', 'olga', 'boss'], {})).code).toBe(2)
})

test('without address and token it says where they come from; with wrong ones, what is wrong', async () => {
  const nowhere = await operator(['plans', 'list'], { DATA_DIR: join(directory, 'none') })
  expect(nowhere).toMatchObject({ code: 2, error: expect.stringContaining('run npm start first') as string })
  const half = await operator(['plans', 'list'], { OPERATOR_URL: engine.operatorUrl })
  expect(half).toMatchObject({ code: 2, error: 'set both OPERATOR_URL and OPERATOR_TOKEN, or neither\n' })
  const settings = { OPERATOR_URL: engine.operatorUrl, OPERATOR_TOKEN }
  expect((await operator(['plans', 'list'], settings)).code).toBe(0)
  const asOther = await operator(['plans', 'list', '--as', 'otto'], settings)
  expect(asOther).toMatchObject({ code: 2, error: '--as is for npm start: OPERATOR_TOKEN says who you are\n' })
  const nobody = await operator(['plans', 'list', '--as', 'nobody'])
  expect(nobody).toMatchObject({ code: 2, error: expect.stringContaining('one of olga, rita, otto') as string })
  const wrong = await operator(['plans', 'list'], { ...settings, OPERATOR_TOKEN: 'x'.repeat(32) })
  expect(wrong).toMatchObject({ code: 1, error: expect.stringContaining('[unauthorized]') as string })
  const away = await operator(['plans', 'list'], { ...settings, OPERATOR_URL: 'http://127.0.0.1:1' })
  expect(away).toMatchObject({
    code: 1,
    error: expect.stringContaining('nothing answers at http://127.0.0.1:1') as string,
  })
})
