/** Certificates: issued, shown, drawn, and verified offline by the program of the documentation. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiClient } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPassing, putState } from '../support/plans/challenges.js'
import { pollUntil } from '../support/poll-until.js'

const EXAMPLE = join(__dirname, '../..', '..', '..', 'docs', 'examples', 'verify-certificate.mjs')

let engine: TestEngine
let directory: string
beforeAll(async () => {
  engine = await startEngine({ isBesideAnother: true })
  directory = mkdtempSync(join(tmpdir(), 'certificate-'))
})
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true })
  await engine.close()
})

interface Answer {
  readonly certificate: {
    readonly code: string
    readonly display_name: string | null
    readonly evidence: { readonly events: number }
  }
  readonly signature: string
  readonly public_key: string
}

/** Trades, and has passed as its decision would have written it. */
async function passed(at: TestEngine = engine): Promise<Trader> {
  const trader = await at.trader()
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  // First what a worker reads: one that issues certificates begins with the state.
  await insertPassing(at, trader.accountId)
  await putState(at, 'PASSED', trader.accountId)
  return trader
}
const issue = ({ api, accountId }: Pick<Trader, 'api' | 'accountId'>, body: object = {}) =>
  api.post<Answer & { reason?: string }>(`/v1/account/${accountId}/certificate`, { body })
const anybody = () => apiClient({ baseUrl: engine.baseUrl, openapi: engine.openapi })

function verified(answer: unknown, key: string, events?: unknown) {
  const files = [answer, events].map((content, index) => {
    const file = join(directory, `${index}.json`)
    writeFileSync(file, JSON.stringify(content ?? null))
    return file
  })
  const words = [EXAMPLE, files[0] ?? '', key, ...(events === undefined ? [] : [files[1] ?? ''])]
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  return [status, stdout.split('\n').filter((line) => line.startsWith('the ') || line.startsWith('THE '))]
}

test('it has one code an account, names nobody unless asked to, and is there for all', async () => {
  const trader = await passed()
  const { body, status } = await issue(trader)
  expect([status, body.certificate]).toEqual([
    200,
    {
      ...{ format: 'certificate-1', code: expect.stringMatching(/^[A-Z2-7]{26}$/) as string, display_name: null },
      ...{ account_id: trader.accountId, program: null, phase: null, currency: 'USD', size: '100000' },
      plan: { id: 'standard-100k', version: expect.any(Number) as number, name: expect.any(String) as string },
      ...{ profit: '8000.5', days: 4 },
      ...{ opened_at: expect.any(String) as string, passed_at: expect.any(String) as string },
      evidence: { events: 3, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string, bundle: null },
    },
  ])
  const { code } = body.certificate
  expect((await issue(trader)).body).toEqual(body)
  const named = (await issue(trader, { display_name: 'Ann <b>&"' })).body
  expect([named.certificate.code, named.certificate.display_name]).toEqual([code, 'Ann <b>&"'])
  expect((await anybody().get(`/v1/certificates/${code}`)).body).toEqual(named)
  const read = async (path: string) => {
    const { headers, text } = await fetch(`${engine.baseUrl}/v1/certificates/${code}/${path}`).then(
      async (response) => ({
        headers: response.headers,
        text: await response.text(),
      }),
    )
    return { type: headers.get('content-type'), text }
  }
  const picture = await read('picture')
  expect(picture.type).toContain('image/svg+xml')
  expect(picture.text).toContain('Ann &lt;b&gt;&amp;&quot;')
  expect(picture.text).toContain('+8,000.50 USD')
  const page = await read('page')
  expect([page.type, page.text.includes(picture.text)]).toEqual(['text/html; charset=utf-8', true])
  for (const unknown of ['A'.repeat(26), 'x', code.toLowerCase()])
    expect((await anybody().get(`/v1/certificates/${unknown}`)).status).toBe(404)
})

test('anybody verifies it offline: what it says, and the events behind it', async () => {
  const trader = await passed()
  const answer = (await issue(trader, { display_name: 'Ben' })).body
  const { public_key: key } = (await anybody().get<{ public_key: string }>('/v1/certificate-key')).body
  expect(answer.public_key).toBe(key)
  const events = (await trader.api.get<object[]>(`/v1/account/${trader.accountId}/events`)).body
  const genuine = 'the signature is genuine'
  expect(verified(answer, key, events)).toEqual([0, [genuine, 'the 3 events are those of the certificate']])
  const forged = { ...answer, certificate: { ...answer.certificate, profit: '9000.5' } }
  expect(verified(forged, key)).toEqual([1, ['THE SIGNATURE IS NOT OF THIS KEY AND THIS TEXT']])
  expect(verified(answer, key, events.toReversed())).toEqual([1, [genuine, 'THE EVENTS ARE OTHERS']])
})

const issuedEvents = async ({ api, accountId }: Pick<Trader, 'api' | 'accountId'>) => {
  const { body } = await api.get<{ type: string; data: object }[]>(`/v1/account/${accountId}/events`)
  return body.filter(({ type }) => type === 'certificate.issued').map(({ data }) => data)
}

test('asked for by many concurrently it is issued once, with one event, and its owner and operators find it', async () => {
  const trader = await passed()
  const asked = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0
        ? issue(trader)
        : engine.operator.post<Answer>(`/operator/v1/accounts/${trader.accountId}/certificate`),
    ),
  )
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  const [code, ...others] = new Set(asked.map(({ body }) => body.certificate.code))
  expect(others).toEqual([])
  expect(await issuedEvents(trader)).toEqual([{ certificate: { code } }])
  const named = (await issue(trader, { display_name: 'Ann' })).body
  const { body: again } = await engine.operator.post<Answer>(`/operator/v1/accounts/${trader.accountId}/certificate`)
  expect(again).toEqual(named)
  expect(await issuedEvents(trader)).toHaveLength(1)
  expect((await trader.api.get('/v1/certificates')).body).toEqual([named])
  expect((await engine.as().api.get('/v1/certificates')).body).toEqual([])
  const { body: found } = await engine.operator.get(`/operator/v1/certificates?account_id=${trader.accountId}`)
  expect(found).toEqual([{ user_id: trader.key.record.userId, issued_at: expect.any(String) as string, ...named }])
})

test('the firm revokes one for good: anybody with its code is told, its owner why, and it is audited once', async () => {
  const trader = await passed()
  const issued = (await issue(trader, { display_name: 'Cleo' })).body
  const { code } = issued.certificate
  const revoke = (reason: string, of = code) =>
    engine.operator.post<Answer & { revoked_at: string }>(`/operator/v1/certificates/${of}/revoke`, {
      body: { reason },
    })
  expect((await revoke('x', 'A'.repeat(26))).status).toBe(404)
  const answers = await Promise.all(['two accounts', 'two accounts'].map((reason) => revoke(reason)))
  expect(answers[1]?.text).toBe(answers[0]?.text)
  expect((await revoke('another reason')).text).toBe(answers[0]?.text)
  const revoked = { revoked_at: answers[0]?.body.revoked_at, revoked_reason: 'two accounts' }
  expect(answers[0]?.body).toEqual({ ...issued, ...revoked })
  const shown = (await anybody().get(`/v1/certificates/${code}`)).body
  expect(shown).toEqual({ ...issued, revoked_at: revoked.revoked_at })
  expect((await trader.api.get('/v1/certificates')).body).toEqual([{ ...issued, ...revoked }])
  const day = String(revoked.revoked_at).slice(0, 10)
  for (const path of ['picture', 'page'])
    expect(await (await fetch(`${engine.baseUrl}/v1/certificates/${code}/${path}`)).text()).toContain(
      `Revoked by the firm on ${day}`,
    )
  expect(verified(shown, issued.public_key)).toEqual([
    1,
    ['the signature is genuine', `THE FIRM HAS REVOKED IT ON ${day}`],
  ])
  const { body: events } = await trader.api.get<{ type: string; data: object }[]>(
    `/v1/account/${trader.accountId}/events`,
  )
  expect(events.filter(({ type }) => type === 'certificate.revoked').map(({ data }) => data)).toEqual([
    { certificate: { code, reason: 'two accounts' } },
  ])
  // The name is still the trader's to take back, and gives it no new life.
  expect((await issue(trader)).body).toMatchObject({ ...revoked, certificate: { code, display_name: null } })
  const { body: audit } = await engine.operator.get<{ action: string; request: object }[]>(
    `/operator/v1/audit?subject=${trader.accountId}`,
  )
  expect(audit.filter(({ action }) => action === 'revoke_certificate')).toMatchObject([
    { request: { code, reason: 'two accounts' } },
  ])
})

test('what is certified stays as it was when the account passed, whatever name it is given', async () => {
  const trader = await passed()
  const before = (await issue(trader)).body.certificate
  await engine.pool.query(
    `insert into events (id, account_id, sequence, type, data, created_at)
      select gen_random_uuid(), id, 9999, 'account.passed', '{"objective":{"profit":1,"trading_days":1}}', clock
      from accounts where id = $1`,
    [trader.accountId],
  )
  expect((await issue(trader, { display_name: 'Ann' })).body.certificate).toEqual({ ...before, display_name: 'Ann' })
})

test('all digits of a profit are certified', async () => {
  const trader = await engine.trader()
  await putState(engine, 'PASSED', trader.accountId)
  await engine.pool.query(
    `insert into events (id, account_id, sequence, type, data, created_at)
      select gen_random_uuid(), id, 1000000, 'account.passed', $2, clock from accounts where id = $1`,
    [trader.accountId, '{"objective":{"profit":12345678901234.123456,"trading_days":1}}'],
  )
  expect((await issue(trader)).body.certificate).toMatchObject({ profit: '12345678901234.123456' })
})

test('where the firm has chosen that, every account has one as it passes, once, from whichever worker', async () => {
  const first = await startEngine({ isBesideAnother: true, CERTIFICATES: 'passed' })
  const second = await startEngine({
    ...{ databaseUrl: first.databaseUrl, sharedWallet: first.wallet, isBesideAnother: true, CERTIFICATES: 'passed' },
  })
  try {
    const traders = [await passed(first), await passed(first), await passed(first)]
    for (const trader of traders) {
      const { body } = await pollUntil(
        () => trader.api.get<Answer[]>('/v1/certificates'),
        ({ body: list }) => list.length > 0,
      )
      expect(body).toHaveLength(1)
      expect(body[0]!.certificate).toMatchObject({ account_id: trader.accountId, display_name: null })
      expect(await issuedEvents(trader)).toEqual([{ certificate: { code: body[0]!.certificate.code } }])
    }
    expect((await first.pool.query('select from certificates_due')).rows).toHaveLength(0)
  } finally {
    await second.close()
    await first.close()
  }
})

test('none for an account that has not passed, nor for that of another', async () => {
  const trader = await engine.trader()
  const refused = await issue(trader)
  expect([refused.status, refused.body.reason]).toEqual([409, 'account_state'])
  expect((await issue({ api: engine.as().api, accountId: trader.accountId })).status).toBe(404)
  expect((await issue(await passed(), { display_name: 'x'.repeat(65) })).status).toBe(400)
})
