import { createKey, newUser, startTestWallet, type TestWallet } from './start-test-wallet.js'

const ROUNDS = 20
const PARALLEL = 50

let first: TestWallet
let second: TestWallet

beforeAll(async () => {
  first = await startTestWallet()
  second = await startTestWallet({ databaseUrl: first.databaseUrl })
})

afterAll(async () => {
  await second.stop()
  await first.stop()
})

it(`of ${PARALLEL} parallel creates at nine keys, over two replicas, exactly one succeeds`, async () => {
  const body = { label: 'racer', permissions: ['TRADE'] }
  for (let round = 0; round < ROUNDS; round++) {
    const headers = newUser()
    for (let count = 0; count < 9; count++) await createKey(first, headers)

    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) =>
        (index % 2 === 0 ? first : second).api.post('/api/api-keys', { headers, body }),
      ),
    )

    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: PARALLEL - 1 }, () => 409)])
    expect((await first.api.get('/api/api-keys', { headers })).body).toHaveLength(10)
  }
})

it('users do not wait for each other: all of 50 users get a key concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: PARALLEL }, () => createKey(first, newUser())))
  expect(new Set(answers.map(({ key }) => key)).size).toBe(PARALLEL)
})
