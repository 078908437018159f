import { labRunOfEnvironment } from './lab-run-of-environment.js'
import { openLabRun, TradingClient } from './trading-client.js'
import { SYSTEM_CLOCK } from './transport/clock.js'

const RUN = '5f3c0a52-9f0e-4a3e-9d3e-0123456789ab'
const access = { url: `http://lab:4003/lab/${RUN}`, key: 'k', secret: 's', accountId: 'a' }

interface Sent {
  readonly call: string
  readonly key: string | null
}

/** A laboratory that gives these answers, one after the other. */
function aLab(answers: readonly object[]) {
  const sent: Sent[] = []
  const left = [...answers]
  const fetch = ((input: Request | URL | string, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push({ call: `${request.method} ${request.url}`, key: request.headers.get('x-api-key') })
    return Promise.resolve(Response.json(left.shift() ?? {}))
  }) as typeof globalThis.fetch
  return { sent, options: { fetch, clock: { ...SYSTEM_CLOCK, sleep: () => Promise.resolve() } } }
}

test('an advance that takes long is waited for, by the key of the run', async () => {
  const { sent, options } = aLab([
    { status: 'ADVANCING', now: '1', stopped_by: null, events: [] },
    { status: 'ADVANCING', now: '2' },
    { status: 'READY', now: '3' },
  ])
  const run = openLabRun({ ...access, ...options })
  expect(await run.advance({ until: 'END' })).toMatchObject({ status: 'READY', now: '3', stopped_by: null })
  const at = `http://lab:4003/v1/lab/runs/${RUN}`
  expect(sent.map(({ call }) => call)).toEqual([`POST ${at}/advance`, `GET ${at}/report`, `GET ${at}/report`])
  expect(sent.every(({ key }) => key === 'k')).toBe(true)
})

test('a report has its log where that is asked for', async () => {
  const { sent, options } = aLab([{}, {}])
  const run = openLabRun({ ...access, ...options })
  await run.report()
  await run.report({ include: 'log' })
  const at = `http://lab:4003/v1/lab/runs/${RUN}/report`
  expect(sent.map(({ call }) => call)).toEqual([`GET ${at}`, `GET ${at}?include=log`])
})

test('odds by the core are waited for, and ended when nobody waits any more', async () => {
  const running = { odds_id: RUN, status: 'RUNNING', attempts: 10, attempts_played: 4 }
  const { sent, options } = aLab([running, { ...running, attempts_played: 7 }, { ...running, status: 'DONE' }, running])
  const client = new TradingClient({
    url: 'http://engine',
    labUrl: 'http://lab:4003/',
    key: 'k',
    secret: 's',
    ...options,
  })
  const played: unknown[] = []
  const question = { run_ids: [RUN] }
  const odds = await client.lab.tapeOdds(question, { onProgress: ({ attempts_played: of }) => played.push(Number(of)) })
  expect([odds.status, played]).toEqual(['DONE', [4, 7, 4]])
  const at = 'http://lab:4003/v1/lab/odds'
  expect(sent.map(({ call }) => call)).toEqual([`POST ${at}`, `GET ${at}/${RUN}`, `GET ${at}/${RUN}`])
  const gone = client.lab.tapeOdds(question, {
    onProgress: () => {
      throw new Error('nobody waits')
    },
  })
  await expect(gone).rejects.toThrow('nobody waits')
  expect(sent.at(-1)?.call).toBe(`DELETE ${at}/${RUN}`)
})

test('a run is used at its own address with its own key, and ended whatever comes of it', async () => {
  const started = { run_id: RUN, base_url: `/lab/${RUN}`, account_id: 'a', key: 'of-run', secret: 's' }
  const { sent, options } = aLab([started, { equity: 1 }, {}])
  const client = new TradingClient({
    url: 'http://engine',
    labUrl: 'http://lab:4003/',
    key: 'own',
    secret: 's',
    ...options,
  })
  const tape = { model: 'GBM', symbols: ['BTC-USD'], from: '2026-03-02', to: '2026-03-03' } as const
  const failing = client.lab.run({ plan_id: 'p', tape: { ...tape, symbols: ['BTC-USD'] } }, async ({ account }) => {
    await account.summary()
    throw new Error('the bot')
  })
  await expect(failing).rejects.toThrow('the bot')
  expect(sent).toEqual([
    { call: 'POST http://lab:4003/v1/lab/runs', key: 'own' },
    { call: `GET http://lab:4003/lab/${RUN}/v1/account/a/summary?decimals=string`, key: 'of-run' },
    { call: `DELETE http://lab:4003/v1/lab/runs/${RUN}`, key: 'own' },
  ])
})

test('the environment that ats lab run gives is a run, and any other is none', () => {
  const environment = { ATS_URL: access.url, ATS_API_KEY: 'k', ATS_API_SECRET: 's', ATS_ACCOUNT: 'a' }
  expect(labRunOfEnvironment(environment)).toMatchObject({ id: RUN, access })
  expect(() => labRunOfEnvironment({ ...environment, ATS_ACCOUNT: undefined })).toThrow('ats lab run')
  expect(() => labRunOfEnvironment({ ...environment, ATS_URL: 'http://127.0.0.1:4000' })).toThrow('/lab/<run_id>')
})

test('what a run has come to is read by the key of its owner, with all digits', async () => {
  const accounts = [{ summary: { equity: '100000.000000000000000001' } }]
  const { sent, options } = aLab([{ run_id: RUN, at: null, accounts }])
  const client = new TradingClient({ url: 'http://engine', labUrl: 'http://lab', key: 'own', secret: 's', ...options })
  expect(await client.lab.result(RUN)).toEqual({ run_id: RUN, at: null, accounts })
  expect(sent).toEqual([{ call: `GET http://lab/v1/lab/runs/${RUN}/result`, key: 'own' }])
})
