/** A news calendar is imported whole or not at all, by the ids of its events, and freezes its symbols immediately. */
import type { ApiResponse } from '@ats/test-kit'
import type { ProblemBody } from '../support/account-calls.js'
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { planFile } from '../support/plans/plan-file.js'

let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

interface NewsRow {
  readonly id: string
  readonly title: string
  readonly at: string
  readonly impact: string
  readonly currencies: readonly string[]
  readonly symbols: readonly string[]
}
interface Effect {
  readonly concerns: readonly string[]
  readonly freezes: readonly object[]
}
type Counts = { readonly inserted: number; readonly updated: number; readonly unchanged: number }

const put = <T = Counts>(...events: readonly object[]): Promise<ApiResponse<T>> =>
  engine.operator.put<T>('/operator/v1/news', { body: { events } })
const putIcs = <T = Counts>(text: string): Promise<ApiResponse<T>> =>
  engine.operator.put<T>('/operator/v1/news', { rawBody: text, headers: { 'content-type': 'text/calendar' } })
const list = async (query = '') => (await engine.operator.get<NewsRow[]>(`/operator/v1/news${query}`)).body
const anEvent = (id: string, changes: object = {}) => ({
  ...{ id, title: 'Rate decision', at: '2030-03-06T13:30:00Z', impact: 'HIGH', currencies: ['USD'] },
  ...changes,
})
const issuesOf = ({ body }: ApiResponse<ProblemBody>) =>
  body.issues?.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('events are new, changed or as they were, by their ids', async () => {
  expect((await put(anEvent('a'), anEvent('b'))).body).toEqual({ inserted: 2, updated: 0, unchanged: 0 })
  const same = anEvent('b', { at: '2030-03-06T08:30:00-05:00', currencies: ['USD', 'USD'] })
  const later = anEvent('a', { at: '2030-03-06T14:00:00Z' })
  const named = anEvent('c', { currencies: [], symbols: ['xauusd', 'xau/usd'] })
  expect((await put(later, same, named)).body).toEqual({ inserted: 1, updated: 1, unchanged: 1 })
  expect(await list('?from=2030-03-06&to=2030-03-06')).toMatchObject([
    { id: 'a', at: '2030-03-06T14:00:00.000Z' },
    { id: 'c', symbols: ['XAU-USD'], currencies: [] },
    { id: 'b', currencies: ['USD'] },
  ])
  const { rows } = await engine.pool.query<{ outcome: Counts }>(
    `select outcome from operator_audit where action = 'import_news' order by at`,
  )
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    { inserted: 2, updated: 0, unchanged: 0 },
    { inserted: 1, updated: 1, unchanged: 1 },
  ])
  expect((await put(later, same, named)).body).toEqual({ inserted: 0, updated: 0, unchanged: 3 })
})

test('concurrent imports, in any order, add up', async () => {
  const events = Array.from({ length: 50 }, (_, index) => anEvent(`race-${index}`))
  const answers = await Promise.all([put(...events), put(...events.toReversed()), put(...events)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(50)
  expect(answers.reduce((sum, { body }) => sum + body.updated, 0)).toBe(0)
})

test('an event is removed once', async () => {
  await put(anEvent('gone/with space'))
  const path = `/operator/v1/news/${encodeURIComponent('gone/with space')}`
  expect((await engine.operator.delete<NewsRow>(path)).body).toMatchObject({ id: 'gone/with space' })
  expect((await engine.operator.delete(path)).status).toBe(404)
  const audit = await engine.operator.get(`/operator/v1/audit?action=remove_news`)
  expect(audit.body).toMatchObject([{ subject: 'gone/with space', operator: 'olga' }])
})

test('the audit tells a long file by its length, unless it is asked for alone', async () => {
  await put(...Array.from({ length: 100 }, (_, index) => anEvent(`long-${index}`)))
  await put(anEvent('short'))
  const audit = async (query: string) =>
    (
      await engine.operator.get<readonly { request: { events?: readonly object[]; omitted_bytes?: number } }[]>(
        `/operator/v1/audit?action=import_news&${query}`,
      )
    ).body.map(({ request }) => request)
  const [short, long] = await audit('limit=2')
  expect(short?.events).toHaveLength(1)
  expect(long).toEqual({ omitted_bytes: expect.any(Number) as number })
  expect(long?.omitted_bytes).toBeGreaterThan(10_000)
  await put(...Array.from({ length: 100 }, (_, index) => anEvent(`whole-${index}`)))
  expect((await audit('limit=1'))[0]?.events).toHaveLength(100)
})

test('a malformed calendar is refused whole, with every problem; what there is stays', async () => {
  const before = await list()
  const answer = await put<ProblemBody>(
    anEvent('fine'),
    { id: '', title: 5, at: '2030-03-06T13:30:00', impact: 'HUGE', currencies: ['usd'], colour: 'red' },
    anEvent('fine', { currencies: undefined }),
    anEvent('x', { at: '2030-02-30T13:30:00Z', symbols: 'BTC' }),
    anEvent('y', { at: '2030-03-06' }),
    anEvent('nobody', { currencies: [], symbols: [] }),
  )
  expect(answer.status).toBe(400)
  const time = 'must be an RFC 3339 time with its offset, such as 2026-03-06T13:30:00Z or 2026-03-06T08:30:00-05:00'
  expect(issuesOf(answer)?.sort()).toEqual(
    [
      'events.1.at: events[1].at ' + time,
      'events.1.colour: events[1].colour is not a field of this request',
      'events.1.currencies.0: events[1].currencies[0] must be a code in capitals, such as USD or BTC',
      'events.1.id: events[1].id is not allowed to be empty',
      'events.1.impact: events[1].impact must be one of LOW, MEDIUM, HIGH',
      'events.1.title: events[1].title must be text, given once',
      'events.2: events[2] has the id of an earlier event',
      'events.2: at least one of these must be sent: currencies, symbols',
      'events.3.at: events[3].at ' + time,
      'events.3.symbols: events[3].symbols must be an array',
      'events.4.at: events[4].at ' + time,
      'events.5: at least one of these must be sent: currencies, symbols',
    ].sort(),
  )
  const symbols = await put<ProblemBody>(anEvent('fine'), anEvent('z', { symbols: ['BTC-USD', 'NOPE', 'gold'] }))
  expect(issuesOf(symbols)).toEqual([
    'events.1.symbols.1: NOPE is not a tradable symbol; see GET /v1/tickers',
    'events.1.symbols.2: gold is not a tradable symbol; it could be XAU-USD',
  ])
  expect(await list()).toEqual(before)
})

describe('iCalendar', () => {
  const ics = (...events: readonly string[][]): string =>
    ['BEGIN:VCALENDAR', ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']), 'END:VCALENDAR'].join(
      '\r\n',
    )

  test('is the same events as JSON', async () => {
    const lines = ['UID:ics-1', 'SUMMARY:CPI', 'DTSTART;TZID=America/New_York:20300305T083000', 'CATEGORIES:USD,HIGH']
    expect((await putIcs(ics(lines))).body).toEqual({ inserted: 1, updated: 0, unchanged: 0 })
    const json = anEvent('ics-1', { title: 'CPI', at: '2030-03-05T13:30:00Z' })
    expect((await put(json)).body).toEqual({ inserted: 0, updated: 0, unchanged: 1 })
  })
})

test('an imported event freezes its currency immediately, and a removed one does not', async () => {
  const freeze = { before_minutes: 60, after_minutes: 60, impacts: ['HIGH'], scope: 'ALL' }
  await engine.operator.put('/operator/v1/plans', {
    body: { plans: [planFile('newsy', { risk_config: { news_freeze: freeze } })] },
  })
  const trader = await engine.trader('newsy')
  const buy = () => trader.place({ symbol: 'EUR-USD', side: 'BUY', kind: 'MARKET', quantity: 1000 })
  expect((await buy()).body.violations).toEqual([])
  await put(anEvent('now', { at: new Date().toISOString(), currencies: ['EUR'] }))
  expect((await buy()).body.violations.map(({ rule }) => rule)).toEqual(['news_freeze'])
  await engine.operator.delete('/operator/v1/news/now')
  expect((await buy()).body.violations).toEqual([])
})

test('everybody reads the calendar, the latest first and a page at a time', async () => {
  await put(...[1, 2, 3].map((day) => anEvent(`public-${day}`, { at: `2031-01-0${day}T10:00:00Z` })))
  const page = (query: string) => engine.api.get<NewsRow[]>(`/v1/news?${query}`)
  const first = await page('from=2031-01-01&to=2031-01-03&limit=2')
  expect(first.body.map(({ id }) => id)).toEqual(['public-3', 'public-2'])
  expect(first.headers['x-has-more']).toBe('true')
  const rest = await page(`from=2031-01-01&to=${String(first.headers['x-next-to'])}`)
  expect(rest.body).toEqual(await list('?from=2031-01-01&to=2031-01-01'))
  expect(rest.headers['x-has-more']).toBe('false')
})

test('a dry run says what each event would freeze, for whom and when, and writes nothing', async () => {
  const freeze = { before_minutes: 5, after_minutes: 10, impacts: ['HIGH'], scope: 'ALL' }
  await engine.operator.put('/operator/v1/plans', {
    body: { plans: [planFile('frozen', { risk_config: { news_freeze: freeze } })] },
  })
  await engine.trader('frozen')
  await put(anEvent('known'), anEvent('same'), anEvent('other'), anEvent('later', { at: '2030-03-07T13:30:01Z' }))
  const rows = async () => (await engine.pool.query<NewsRow>('select * from news_events order by id')).rows
  const audited = async () => (await engine.pool.query<{ count: string }>('select count(*) from operator_audit')).rows
  const before = [await rows(), await audited()]
  const events = [
    anEvent('known', { at: '2030-03-07T13:30:00Z' }),
    anEvent('same'),
    anEvent('new', { currencies: [], symbols: ['xau/usd'], impact: 'LOW' }),
    anEvent('nobody', { currencies: ['ZZZ'], at: '2030-03-07T13:29:00Z' }),
  ]
  interface Previewed extends Counts {
    readonly dry_run: boolean
    readonly events: readonly (Effect & { id: string; outcome: string; before?: NewsRow })[]
    readonly absent: readonly NewsRow[]
  }
  const { body } = await engine.operator.put<Previewed>('/operator/v1/news?dry_run=true', { body: { events } })
  expect(body).toMatchObject({ dry_run: true, inserted: 2, updated: 1, unchanged: 1 })
  expect(body.events).toMatchObject([
    { id: 'new', outcome: 'inserted', symbols: ['XAU-USD'], concerns: ['XAU-USD'], freezes: [] },
    { id: 'nobody', outcome: 'inserted', concerns: [], freezes: [] },
    { id: 'known', outcome: 'updated', concerns: expect.arrayContaining(['BTC-USD', 'EUR-USD']) as string[] },
  ])
  expect(body.events[2]!.freezes).toContainEqual({
    ...{ plan_id: 'frozen', plan_version: 1, scope: 'ALL', accounts: 1 },
    ...{ starts_at: '2030-03-07T13:25:00.000Z', ends_at: '2030-03-07T13:40:00.000Z' },
  })
  expect(body.events.map(({ before: stored }) => stored?.at)).toEqual([
    undefined,
    undefined,
    '2030-03-06T13:30:00.000Z',
  ])
  const absent = body.absent.map(({ id }) => id)
  expect(absent).toContain('other')
  for (const id of ['known', 'same', 'new', 'later']) expect(absent).not.toContain(id)
  expect([await rows(), await audited()]).toEqual(before)

  await put(...events)
  const listed = await engine.operator.get<(NewsRow & Partial<Effect>)[]>(
    '/operator/v1/news?from=2030-03-06&to=2030-03-07&include=freezes',
  )
  for (const { id, concerns, freezes } of body.events)
    expect(listed.body.find((event) => event.id === id)).toMatchObject({ concerns, freezes })
  expect((await list('?from=2030-03-06&to=2030-03-07')).some((event) => 'freezes' in event)).toBe(false)
})
