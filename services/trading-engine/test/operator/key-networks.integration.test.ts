/** Keys that are used from many networks: noted by the engine as it is asked, and reported. */
import { startEngine, type TestEngine } from '../support/engine/engine.js'
import { pollUntil } from '../support/poll-until.js'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine({ TRUSTED_PROXIES: ['127.0.0.0/8', '::1/128'] })
})
afterAll(() => engine.close())

interface Case {
  readonly kind: string
  readonly accounts: readonly object[]
  readonly matched: number
  readonly share: number
  readonly key: { readonly key_id: string; readonly user_id: string; readonly networks: readonly string[] } | null
}
const survey = async (query: string): Promise<readonly Case[]> => {
  const path = `/operator/v1/surveillance?kind=KEY_ON_MANY_NETWORKS&limit=100&${query}`
  return (await engine.operator.get<{ cases: Case[] }>(path)).body.cases
}

test('a key that requests of five networks come with is a case, one of four networks is none', async () => {
  const [shared, own] = [engine.as(), engine.as()]
  const use = async ({ api }: typeof own, networks: number): Promise<void> => {
    for (let place = 0; place < networks; place += 1)
      for (const host of [1, 2])
        await api.get('/v1/accounts', { headers: { 'X-Forwarded-For': `198.51.${place}.${host}` } })
  }
  await use(shared, 5)
  await use(own, 4)
  await pollUntil(
    async () => (await engine.pool.query('select from key_networks')).rowCount,
    (count) => count === 9,
  )
  const today = new Date(Date.now() - 60_000).toISOString()
  const cases = await survey(`from=${encodeURIComponent(today)}`)
  expect(cases).toEqual([
    expect.objectContaining({
      ...{ accounts: [], matched: 5, same_side: null, share: 1, pairs: [] },
      key: {
        key_id: shared.key.record.keyId,
        user_id: shared.key.record.userId,
        networks: [0, 1, 2, 3, 4].map((place) => `198.51.${place}.0/24`),
      },
    }),
  ])
})

/**
 * 10,000 keys in a week: 9,000 on one network, 900 that change it up to twice a day, as people on the way do, 50 of
 * functions or proxies whose network is another one each time; and 50 planted ones, used by up to a dozen people on
 * each of two days.
 */
test('50 planted of 10,000 keys are found; the false alarms are those whose network changes each time', async () => {
  await engine.pool.query(
    `insert into key_networks (day, key_id, network, user_id)
     select date '2026-03-02' + d, 'seeded-' || k, '10.' || (k % 250) || '.' || n || '.0/24', 'user-' || k
     from generate_series(0, 9999) k, generate_series(0, 6) d,
       lateral generate_series(1, case
         when k < 50 then case when d in (2, 4) then 5 + (k + d) % 8 else 1 end
         when k < 100 then 6 + (k + d) % 20
         when k < 1000 then 1 + (k * 7 + d * 3) % 3
         else 1 end) n`,
  )
  const cases = await survey('from=2026-03-02&to=2026-03-08')
  const found = cases.map(({ key }) => Number(key!.key_id.slice('seeded-'.length)))
  expect(found.filter((place) => place < 50)).toHaveLength(50)
  expect(found.filter((place) => place >= 100)).toEqual([])
  expect(found.filter((place) => place >= 50 && place < 100)).toHaveLength(50)
  // Those that share a key do it on some days; a network that changes each time does so on all.
  for (const { key, share } of cases) expect(share === 1).toBe(Number(key!.key_id.slice('seeded-'.length)) >= 50)
})
