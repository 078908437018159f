/** Certificates: issued, shown, drawn, and verified offline by the program of the documentation. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiClient } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { insertPassing, putState } from '../support/plans/challenges.js'

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
async function passed(): Promise<Trader> {
  const trader = await engine.trader()
  await trader.place({ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 })
  await putState(engine, 'PASSED', trader.accountId)
  await insertPassing(engine, trader.accountId)
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

test('none for an account that has not passed, nor for that of another', async () => {
  const trader = await engine.trader()
  const refused = await issue(trader)
  expect([refused.status, refused.body.reason]).toEqual([409, 'account_state'])
  expect((await issue({ api: engine.as().api, accountId: trader.accountId })).status).toBe(404)
  expect((await issue(await passed(), { display_name: 'x'.repeat(65) })).status).toBe(400)
})
