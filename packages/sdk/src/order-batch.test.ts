import { TradingClient } from './trading-client.js'

interface Sent {
  readonly orders: readonly { readonly client_id: string }[]
}

/** A client whose batches are answered by the functions, one after the other. */
function play(...answers: ((sent: Sent) => Response)[]) {
  const sent: Sent[] = []
  const fetch = (_url: URL, { body }: RequestInit): Promise<Response> => {
    sent.push(JSON.parse(body as string) as Sent)
    const answer = answers[sent.length - 1]
    if (answer === undefined) throw new Error('one request too many')
    return Promise.resolve(answer(sent.at(-1)!))
  }
  let now = 0
  const clock = { now: () => now, random: () => 1, sleep: (ms: number) => Promise.resolve(void (now += ms)) }
  const trading = new TradingClient({
    url: 'http://engine',
    fetch: fetch as typeof globalThis.fetch,
    clock,
    deadlineMs: 2_000,
  })
  return { sent, account: trading.account('a') }
}

const ORDER = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '1' } as const
const placed = { status: 200, body: { order: { id: 'o', quantity: 1.5 }, trades: [], violations: [] } }
const refused = {
  status: 200,
  body: { order: null, trades: [], violations: [{ rule: 'post_only', message: 'would take' }] },
}
const invalid = {
  status: 400,
  body: { error: 'invalid_payload', message: 'off the lot', issues: [{ path: ['quantity'] }] },
}
const failed = { status: 500, body: { error: 'engine_error', message: 'gone' } }
const answer =
  (...results: object[]) =>
  () =>
    Response.json({ results })
const unsure = () => Response.json({ error: 'engine_error', message: 'gone' }, { status: 500 })

test('each order has the result it would have had alone', async () => {
  const { account } = play(answer(placed, refused, invalid))
  const results = await account.placeAll([ORDER, ORDER, { ...ORDER, client_id: 'mine' }])
  expect(results).toMatchObject([
    { placed: true, order: { quantity: '1.5' } },
    { placed: false, violations: [{ rule: 'post_only' }] },
    { placed: null, clientId: 'mine', error: { name: 'InvalidOrder', issues: [{ path: ['quantity'] }] } },
  ])
})

test('only those without a certain answer are asked about again, by their names', async () => {
  const { account, sent } = play(answer(placed, failed, refused), answer(placed))
  const results = await account.placeAll([ORDER, ORDER, ORDER])
  expect(results.map(({ placed: isPlaced }) => isPlaced)).toEqual([true, true, false])
  expect(sent[1]?.orders).toEqual([sent[0]?.orders[1]])
})

test('what stays uncertain until the deadline is unknown, the others are not', async () => {
  const { account } = play(answer(placed, failed), ...Array.from({ length: 50 }, () => answer(failed)))
  expect(await account.placeAll([ORDER, ORDER])).toMatchObject([
    { placed: true },
    { placed: null, error: { name: 'OutcomeUnknown' } },
  ])
})

test('a request that is never answered leaves all of it unknown, each with its name', async () => {
  const { account, sent } = play(...Array.from({ length: 50 }, () => unsure))
  const results = await account.placeAll([ORDER, ORDER])
  expect(results).toMatchObject([{ error: { name: 'OutcomeUnknown' } }, { error: { name: 'OutcomeUnknown' } }])
  expect(results.map(({ clientId }) => clientId)).toEqual(sent[0]?.orders.map(({ client_id }) => client_id))
})

test('a request that is refused is an error; asked again, it leaves unknown what was', async () => {
  const forbidden = () => Response.json({ error: 'permission_denied', message: 'no' }, { status: 403 })
  await expect(play(forbidden).account.placeAll([ORDER])).rejects.toThrow('no')
  const results = await play(answer(placed, failed), ...Array.from({ length: 9 }, () => forbidden)).account.placeAll([
    ORDER,
    ORDER,
  ])
  expect(results).toMatchObject([{ placed: true }, { placed: null, error: { name: 'OutcomeUnknown' } }])
})
