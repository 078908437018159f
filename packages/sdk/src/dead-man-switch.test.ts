import type { BaseError } from './errors.js'
import { TradingClient } from './trading-client.js'

/** An account whose service answers with the functions, the last one again and again. */
function play(...answers: (() => Response)[]) {
  const sent: string[] = []
  const waiting: { readonly count: number; readonly done: () => void }[] = []
  const fetch = (url: URL, { method }: RequestInit): Promise<Response> => {
    sent.push(`${method} ${url.pathname}`)
    for (const { count, done } of waiting) if (sent.length >= count) done()
    return Promise.resolve((answers[sent.length - 1] ?? answers.at(-1)!)())
  }
  const trading = new TradingClient({ url: 'http://engine', fetch: fetch as typeof globalThis.fetch })
  const requests = (count: number) =>
    new Promise<void>((done) => (sent.length >= count ? done() : waiting.push({ count, done })))
  return { account: trading.account('a'), sent, requests }
}

const ARMED = { account_id: 'a', armed: true, timeout_ms: 15, action: 'CANCEL_ALL', armed_at: 'x', expires_at: 'y' }
const armed = () => Response.json(ARMED)
const TERMS = { timeout_ms: 15, action: 'CANCEL_ALL' } as const
const [PUT, DELETE] = ['PUT /v1/account/a/dead-man-switch', 'DELETE /v1/account/a/dead-man-switch']

test('heartbeats go on until the switch is disarmed, and none comes after that', async () => {
  const { account, sent, requests } = play(armed)
  const guard = await account.armDeadManSwitch(TERMS)
  await requests(4)
  await guard.disarm()
  const count = sent.length
  expect(sent).toEqual([...Array<string>(count - 1).fill(PUT), DELETE])
  await play(armed)
    .account.armDeadManSwitch(TERMS)
    .then((other) => other.stop())
  await new Promise(setImmediate)
  expect(sent).toHaveLength(count)
  expect(guard.latest).toEqual(ARMED)
})

test('a heartbeat that is lost is told, and followed by the next', async () => {
  const lost = () => Response.json({ error: 'engine_error', message: 'gone' }, { status: 500 })
  const { account, requests } = play(armed, lost, lost, armed)
  const missed: BaseError[] = []
  const guard = await account.armDeadManSwitch(TERMS, { onMissed: (reason) => missed.push(reason) })
  await requests(6)
  guard.stop()
  expect(missed.length).toBeGreaterThan(0)
  expect(missed[0]?.name).toBe('OutcomeUnknown')
})

test('one that is refused for good is told once, and is the last', async () => {
  const revoked = () => Response.json({ error: 'unauthorized', message: 'revoked' }, { status: 401 })
  const { account, sent } = play(armed, revoked)
  const missed = await new Promise<BaseError>((done) => void account.armDeadManSwitch(TERMS, { onMissed: done }))
  expect(missed.name).toBe('AuthenticationError')
  expect(sent).toEqual([PUT, PUT])
})

test('a bot that is not well sends none', async () => {
  const { account, sent } = play(armed)
  let asked = 0
  await new Promise<void>((done) => {
    const isAlive = () => {
      asked += 1
      if (asked === 3) done()
      return false
    }
    void account.armDeadManSwitch(TERMS, { isAlive })
  })
  expect(sent).toEqual([PUT])
})

test('it does not keep a process running', async () => {
  const { account } = play(armed)
  const unref = jest.spyOn(Object.getPrototypeOf(setTimeout(() => undefined, 0)) as { unref: () => void }, 'unref')
  const guard = await account.armDeadManSwitch(TERMS)
  expect(unref).toHaveBeenCalled()
  guard.stop()
  unref.mockRestore()
})

test('a switch that was never armed is an error', async () => {
  const conflict = () =>
    Response.json({ error: 'conflict', reason: 'account_state', message: 'closed' }, { status: 409 })
  await expect(play(conflict).account.armDeadManSwitch(TERMS)).rejects.toThrow('closed')
})
