import { randomUUID } from 'node:crypto'
import type { NotificationMessageResponse, NotificationRule, NotificationRulesResponse } from '@ats/contracts'
import { newUser, startTestWallet, type TestWallet } from './start-test-wallet.js'

const START_MS = Date.parse('2030-01-01T00:00:00.000Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const INSIDE = '/api/internal/notification-rules'

let wallet: TestWallet
let nowMs = START_MS
beforeAll(async () => {
  wallet = await startTestWallet({ now: () => new Date(nowMs), env: { KEY_CHANGES_PER_HOUR: '1000' } })
})
beforeEach(() => void (nowMs = START_MS))
afterAll(() => wallet.stop())

type User = ReturnType<typeof newUser>
interface Rule {
  readonly id: string
  readonly provenAt: string | null
  readonly stoppedAt: string | null
  readonly pausedAt: string | null
}
type Message = NotificationMessageResponse

const RULES = '/api/notification-rules'
/** One that no other test has a code sent to. */
const someAddress = (): string => `${randomUUID()}@example.com`

async function create(headers: User, fields: object = {}): Promise<Rule> {
  const body = { channel: 'EMAIL', target: someAddress(), ...fields }
  const response = await wallet.api.post<Rule>(RULES, { headers, body })
  if (response.status !== 201) throw new Error(response.text)
  return response.body
}
async function ask(user: User, ruleId: string): Promise<Message> {
  const body = { userId: user['x-user-id'] }
  const response = await wallet.internal.post<Message>(`${INSIDE}/${ruleId}/message`, { body })
  expect(response.status).toBe(200)
  return response.body
}
async function codeOf(user: User, ruleId: string): Promise<string> {
  const message = await ask(user, ruleId)
  if (message.decision !== 'CODE') throw new Error(message.decision)
  return message.code
}
const prove = (headers: User, ruleId: string, code: string) =>
  wallet.api.post<Rule & { error: string; reason: string }>(`${RULES}/${ruleId}/prove`, { headers, body: { code } })
const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

async function proven(user: User, fields: object = {}): Promise<Rule> {
  const { id } = await create(user, fields)
  return (await prove(user, id, await codeOf(user, id))).body
}
const provenOf = async (user: User): Promise<readonly NotificationRule[]> => {
  const query = new URLSearchParams({ userId: user['x-user-id'] }).toString()
  return (await wallet.internal.get<NotificationRulesResponse>(`${INSIDE}?${query}`)).body.rules
}
const unsubscribe = async (token: string, dryRun = false): Promise<boolean> => {
  const body = { token, ip: '203.0.113.9', dryRun }
  return (await wallet.internal.post<{ found: boolean }>(`${INSIDE}/unsubscribe`, { body })).body.found
}

it('has defaults, and sends nothing before its target has shown the code it got', async () => {
  const user = newUser()
  const rule = await create(user, { target: 'Me@Example.COM' })
  expect(rule).toEqual({
    id: rule.id,
    channel: 'EMAIL',
    target: 'Me@example.com',
    events: ['BREACH', 'WARNING', 'LIQUIDATION', 'PROMOTION', 'PAYOUT', 'HALT', 'DEAD_MAN_SWITCH'],
    accounts: [],
    quietHours: null,
    minSeverity: 'INFO',
    createdAt: '2030-01-01T00:00:00.000Z',
    provenAt: null,
    stoppedAt: null,
    pausedAt: null,
  })
  expect(await provenOf(user)).toEqual([])
  const code = await codeOf(user, rule.id)
  const shown = await prove(user, rule.id, code)
  expect(shown.body).toEqual({ ...rule, provenAt: '2030-01-01T00:00:00.000Z' })
  expect(await provenOf(user)).toMatchObject([{ ruleId: rule.id, target: 'Me@example.com', quietHours: null }])
  expect((await wallet.api.get(RULES, { headers: user })).body).toEqual([shown.body])
  expect((await ask(user, rule.id)).decision).toBe('TEST')
  // The caller who did not get the answer asks again.
  expect((await prove(user, rule.id, code)).body).toEqual(shown.body)
  const { rows } = await wallet.pool.query<{ text: string }>('select m::text as text from notification_messages m')
  expect(rows.some(({ text }) => text.includes(Buffer.from(code).toString('hex')) || text.includes(code))).toBe(false)
})

it('a code ends after fifteen minutes, after five wrong ones, and with the next', async () => {
  const user = newUser()
  const { id } = await create(user)
  const first = await codeOf(user, id)
  const second = await codeOf(user, id)
  expect((await prove(user, id, first)).status).toBe(first === second ? 200 : 400)

  for (let count = 1; count < 5; count++) expect((await prove(user, id, wrong(second))).status).toBe(400)
  expect((await prove(user, id, second)).body).toMatchObject({ error: 'conflict', reason: 'no_code' })

  const third = await codeOf(user, id)
  nowMs += 15 * MINUTE_MS
  expect((await prove(user, id, third)).body).toMatchObject({ error: 'conflict', reason: 'no_code' })
  const fourth = await codeOf(user, id)
  nowMs += 15 * MINUTE_MS - 1
  expect((await prove(user, id, fourth)).status).toBe(200)
})

it('raced, no more than five codes are tried', async () => {
  const user = newUser()
  const { id } = await create(user)
  const code = await codeOf(user, id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => prove(user, id, wrong(code))))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
})

it('a target gets four messages an hour and twelve a day, however many users and rules name it', async () => {
  const target = someAddress()
  const rules = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const user = newUser()
      return { user, id: (await create(user, { target })).id }
    }),
  )
  const askAll = () => Promise.all(rules.map(({ user, id }) => ask(user, id)))
  const sentIn = (messages: readonly Message[]) => messages.filter(({ decision }) => decision === 'CODE').length
  const first = await askAll()
  expect(sentIn(first)).toBe(4)
  expect(first.find(({ decision }) => decision === 'TOO_MANY')).toEqual({
    decision: 'TOO_MANY',
    retryAfterSeconds: 3_600,
  })
  nowMs += HOUR_MS
  expect(sentIn(await askAll())).toBe(4)
  nowMs += HOUR_MS
  expect(sentIn(await askAll())).toBe(4)
  nowMs += HOUR_MS
  const over = await askAll()
  expect(sentIn(over)).toBe(0)
  expect(over[0]).toEqual({ decision: 'TOO_MANY', retryAfterSeconds: 21 * 3_600 })
  nowMs += 21 * HOUR_MS
  expect(sentIn(await askAll())).toBe(4)
})

it('a user has twelve messages an hour sent, whatever the targets; deleting rules changes nothing', async () => {
  const user = newUser()
  const decisions: string[] = []
  for (let count = 0; count < 13; count++) {
    const { id } = await create(user)
    decisions.push((await ask(user, id)).decision)
    await wallet.api.delete(`${RULES}/${id}`, { headers: user })
  }
  expect(decisions).toEqual([...Array.from({ length: 12 }, () => 'CODE'), 'TOO_MANY'])
})

it('the receiver stops it by its token, and a new code starts it again', async () => {
  const user = newUser()
  const { id } = await proven(user)
  const [rule] = await provenOf(user)
  expect(await unsubscribe(`svc_nu_${'0'.repeat(48)}`)).toBe(false)
  expect(await unsubscribe(`svc_nu_${'0'.repeat(48)}`, true)).toBe(false)
  expect(await unsubscribe(rule!.unsubscribeToken, true)).toBe(true)
  expect(await provenOf(user)).toHaveLength(1)
  nowMs += MINUTE_MS
  expect(await unsubscribe(rule!.unsubscribeToken)).toBe(true)
  nowMs += MINUTE_MS
  expect(await unsubscribe(rule!.unsubscribeToken)).toBe(true)
  expect((await wallet.api.get(RULES, { headers: user })).body).toMatchObject([
    { id, provenAt: null, stoppedAt: '2030-01-01T00:01:00.000Z' },
  ])
  expect(await provenOf(user)).toEqual([])
  expect((await wallet.internal.get(`${INSIDE}/${id}`)).body).toMatchObject({ ruleId: id, provenAt: null })
  expect((await prove(user, id, await codeOf(user, id))).body).toMatchObject({ stoppedAt: null })
  expect(await provenOf(user)).toHaveLength(1)
})

it('is paused and resumed by its user: the engine is told of it no more, and then from when', async () => {
  const user = newUser()
  const { id } = await proven(user)
  const path = `${RULES}/${id}`
  const set = async (paused: boolean): Promise<Rule> =>
    (await wallet.api.patch<Rule>(path, { headers: user, body: { paused } })).body
  const inside = async () => (await wallet.internal.get<NotificationRule>(`${INSIDE}/${id}`)).body
  expect(await inside()).toMatchObject({ pausedAt: null, resumedAt: null })
  expect(await set(false)).toMatchObject({ pausedAt: null })
  expect(await inside()).toMatchObject({ resumedAt: null })

  const stranger = await wallet.api.patch(path, { headers: newUser(), body: { paused: true } })
  expect([stranger.status, (await provenOf(user)).length]).toEqual([404, 1])

  nowMs += MINUTE_MS
  const pausedAt = '2030-01-01T00:01:00.000Z'
  expect(await set(true)).toMatchObject({ pausedAt, provenAt: '2030-01-01T00:00:00.000Z', stoppedAt: null })
  nowMs += MINUTE_MS
  // Again, it keeps its time, whatever else is changed.
  expect(await set(true)).toMatchObject({ pausedAt })
  const changed = await wallet.api.patch<Rule>(path, { headers: user, body: { minSeverity: 'WARNING' } })
  expect(changed.body).toMatchObject({ pausedAt, minSeverity: 'WARNING' })
  expect((await wallet.api.get(RULES, { headers: user })).body).toMatchObject([{ id, pausedAt }])
  expect(await provenOf(user)).toEqual([])
  expect(await inside()).toMatchObject({ pausedAt, resumedAt: null })
  expect((await ask(user, id)).decision).toBe('PAUSED')

  nowMs += MINUTE_MS
  const resumedAt = '2030-01-01T00:03:00.000Z'
  expect(await set(false)).toMatchObject({ pausedAt: null, minSeverity: 'WARNING' })
  nowMs += MINUTE_MS
  await set(false)
  expect(await provenOf(user)).toMatchObject([{ ruleId: id, pausedAt: null, resumedAt }])
  expect((await ask(user, id)).decision).toBe('TEST')
})

it('can be paused before it is proven, and is proven by a code nevertheless', async () => {
  const user = newUser()
  const { id } = await create(user)
  await wallet.api.patch(`${RULES}/${id}`, { headers: user, body: { paused: true } })
  expect((await prove(user, id, await codeOf(user, id))).body).toMatchObject({
    ...{ provenAt: '2030-01-01T00:00:00.000Z', pausedAt: '2030-01-01T00:00:00.000Z' },
  })
  expect(await provenOf(user)).toEqual([])
})

it('is changed, proven and deleted by its user alone, each in the audit', async () => {
  const user = newUser()
  const stranger = newUser()
  const { id } = await create(user)
  const path = `${RULES}/${id}`
  const code = await codeOf(user, id)
  expect((await ask(stranger, id)).decision).toBe('NO_RULE')
  expect((await prove(stranger, id, code)).status).toBe(404)
  expect((await wallet.api.patch(path, { headers: stranger, body: { minSeverity: 'INFO' } })).status).toBe(404)
  expect((await wallet.api.delete(path, { headers: stranger })).status).toBe(404)

  await prove(user, id, code)
  const account = randomUUID().toUpperCase()
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }
  const change = { events: ['FILL', 'BREACH'], accounts: [account], quietHours, minSeverity: 'WARNING' }
  const changed = await wallet.api.patch(path, { headers: user, body: change })
  const expected = { ...change, events: ['BREACH', 'FILL'], accounts: [account.toLowerCase()] }
  expect(changed.body).toMatchObject(expected)
  expect(await provenOf(user)).toMatchObject([expected])
  const open = await wallet.api.patch(path, { headers: user, body: { quietHours: null } })
  expect(open.body).toMatchObject({ ...expected, quietHours: null })
  expect((await wallet.api.delete(path, { headers: user })).body).toEqual({ id, deleted: true })
  expect((await wallet.api.delete(path, { headers: user })).status).toBe(404)
  expect((await wallet.internal.get(`${INSIDE}/${id}`)).body).toMatchObject({ reason: 'no_webhook' })
  const { body } = await wallet.api.get<{ kind: string }[]>('/api/api-keys/activity', { headers: user })
  expect(body.map(({ kind }) => kind.replace('notification_rule.', ''))).toEqual([
    'deleted',
    'updated',
    'updated',
    'proven',
    'created',
  ])
})

it('there are at most ten of a user, also when they are made together', async () => {
  const user = newUser()
  const body = { channel: 'TELEGRAM', target: '12345' }
  const made = await Promise.all(
    Array.from({ length: 15 }, () => wallet.api.post<{ reason?: string }>(RULES, { headers: user, body })),
  )
  expect(made.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(made.find(({ status }) => status === 409)?.body.reason).toBe('notification_rule_limit')
})

it.each<[string, object, string]>([
  ['an unknown channel', { channel: 'SMS' }, 'channel'],
  ['a target of another channel', { channel: 'SLACK' }, 'target'],
  ['two addresses', { target: 'a@example.com, b@example.com' }, 'target'],
  ['a private host', { channel: 'WEBHOOK', target: 'https://10.0.0.1/' }, 'target'],
  ['no event', { events: [] }, 'events'],
  ['an event twice', { events: ['FILL', 'FILL'] }, 'events.1'],
  ['an unknown event', { events: ['order.fill'] }, 'events.0'],
  ['an account that is no uuid', { accounts: ['mine'] }, 'accounts.0'],
  ['a hundred and one accounts', { accounts: Array.from({ length: 101 }, () => randomUUID()) }, 'accounts'],
  ['half of quiet hours', { quietHours: { from: '22:00' } }, 'quietHours.to'],
  ['quiet hours that are none', { quietHours: { from: '07:00', to: '07:00', timeZone: 'UTC' } }, 'quietHours.to'],
  ['a time of no clock', { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } }, 'quietHours.from'],
  ['a zone of no place', { quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base' } }, 'quietHours.timeZone'],
  ['a severity that is none', { minSeverity: 'LOW' }, 'minSeverity'],
])('%s is refused', async (_case, fields, path) => {
  const { status, body } = await wallet.api.post<{ issues: { path: (string | number)[] }[] }>(RULES, {
    headers: newUser(),
    body: { channel: 'EMAIL', target: 'me@example.com', ...fields },
  })
  expect([status, body.issues[0]?.path.join('.')]).toEqual([400, path])
})
