/** Messages of notification rules: by a real mail server, and by HTTPS to a receiver on this machine. */
import { randomUUID } from 'node:crypto'
import type { NotificationRule } from '@ats/contracts'
import type { WebhookReaction } from '@ats/test-kit'
import type { Trader } from '../support/engine/engine.js'
import { FILLED, startHookedEngine, type HookedEngine } from '../support/engine/hooked-engine.js'
import { startMailServer, type MailServer, type ReceivedMail } from '../support/mail-server.js'
import { pollUntil } from '../support/poll-until.js'

let hooked: HookedEngine
let mails: MailServer

const DASHBOARD_URL = 'https://app.example'
const PUBLIC_URL = 'https://api.example'

beforeAll(async () => {
  mails = await startMailServer()
  hooked = await startHookedEngine({
    DASHBOARD_URL,
    PUBLIC_URL,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Desk <desk@firm.example>',
    runtime: { mailSpans: { connectMs: 2_000, silenceMs: 2_000 } },
  })
})
afterAll(async () => {
  await hooked.close()
  await mails.close()
})
beforeEach(() => {
  mails.behave('take')
  hooked.receiver.react(take)
})

const take: WebhookReaction = (_received, response) => void response.writeHead(200).end('ok')
const someAddress = (): string => `${randomUUID()}@example.com`

const mailsTo = (address: string): readonly ReceivedMail[] => mails.taken.filter(({ to }) => to.includes(address))
const untilMails = (address: string, count: number): Promise<readonly ReceivedMail[]> =>
  pollUntil(
    () => Promise.resolve(mailsTo(address)),
    (found) => found.length >= count,
  )

const ruleOf = (
  { userId }: Pick<Trader, 'userId'>,
  terms: Partial<NotificationRule> = {},
  messagesMax?: number,
): NotificationRule =>
  hooked.engine.wallet.issueRule({ userId, channel: 'EMAIL', target: someAddress(), ...terms }, messagesMax)

interface Delivery {
  readonly event_type: string
  readonly key_id: string
  readonly url: string
  readonly status: string
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[]
}
const deliveriesOf = async ({ api }: Pick<Trader, 'api'>, { ruleId }: NotificationRule): Promise<readonly Delivery[]> =>
  (await api.get<Delivery[]>(`/v1/webhook-deliveries?key_id=${ruleId}&limit=500`)).body

const untilSettled = (trader: Pick<Trader, 'api'>, rule: NotificationRule, count: number) =>
  pollUntil(
    () => deliveriesOf(trader, rule),
    (found) => found.length >= count && found.every(({ status }) => status !== 'PENDING'),
  )

test('a fill is mailed in words, once, with a link and a way to stop that is one request', async () => {
  const trader = await hooked.engine.trader()
  const rule = ruleOf(trader, { events: ['FILL'] })
  await trader.place(FILLED)
  await untilSettled(trader, rule, 1)
  const found = mailsTo(rule.target)
  expect(found).toHaveLength(1)
  const [mail] = found
  expect(mail!.header('From')).toBe('Desk <desk@firm.example>')
  expect(mail!.header('Subject')).toMatch(/: BUY 0\.01 BTC-USD filled at \d/)
  expect(mail!.text).toContain(`${DASHBOARD_URL}/accounts/${trader.accountId}`)
  const stop = `${PUBLIC_URL}/v1/unsubscribe/${rule.unsubscribeToken}`
  expect(mail!.text).toContain(stop)
  expect(mail!.header('List-Unsubscribe')).toBe(`<${stop}>`)
  expect(mail!.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const { rows } = await hooked.engine.pool.query<{ id: string }>(
    `select id from events where account_id = $1 and type = 'order.fill'`,
    [trader.accountId],
  )
  expect(mail!.header('Message-ID')).toBe(`<${rows[0]!.id}.${rule.ruleId}@firm.example>`)
  expect(await deliveriesOf(trader, rule)).toMatchObject([
    { event_type: 'order.fill', url: `mailto:${rule.target}`, status: 'DELIVERED', attempts: [{ status: 250 }] },
  ])
})

test('a rule gets what it has chosen: topics, accounts and severity', async () => {
  const trader = await hooked.engine.trader()
  const all = ruleOf(trader)
  const others = [
    ruleOf(trader, { events: ['COPY'] }),
    ruleOf(trader, { accounts: [randomUUID()] }),
    ruleOf(trader, { minSeverity: 'CRITICAL' }),
    ruleOf({ userId: randomUUID() }),
    ruleOf(trader, { provenAt: null }),
  ]
  await trader.place(FILLED)
  expect(await untilSettled(trader, all, 2)).toHaveLength(2)
  for (const rule of others) expect(await deliveriesOf(trader, rule)).toEqual([])
})

test.each(['DISCORD', 'SLACK', 'WEBHOOK'] as const)('%s gets a message it can show', async (channel) => {
  const trader = await hooked.engine.trader()
  const path = `/${channel}/${randomUUID()}`
  const rule = ruleOf(trader, { channel, target: `${hooked.receiver.url}${path}`, events: ['FILL'] })
  await trader.place(FILLED)
  await untilSettled(trader, rule, 1)
  const arrived = hooked.receiver.received.filter((one) => one.path === path)
  expect(arrived).toHaveLength(1)
  const body = JSON.parse(arrived[0]!.body) as Record<string, unknown>
  const text = body[channel === 'DISCORD' ? 'content' : 'text'] as string
  expect(text).toContain('BUY 0.01 BTC-USD filled at')
  expect(text).toContain(`${DASHBOARD_URL}/accounts/${trader.accountId}`)
  if (channel === 'DISCORD') expect(body['allowed_mentions']).toEqual({ parse: [] })
  if (channel === 'WEBHOOK') expect(arrived[0]!.headers['webhook-id']).toBe(body['id'])
})

test('a code goes to a target that is not proven, and nothing else does; a test to one that is', async () => {
  const trader = await hooked.engine.trader()
  const rule = ruleOf(trader, { provenAt: null }, 4)
  const ask = () => trader.api.post('/v1/notification-messages', { body: { rule_id: rule.ruleId } })
  expect((await ask()).status).toBe(200)
  const [code] = await untilMails(rule.target, 1)
  expect(code!.header('Subject')).toBe('246810 is your code')

  hooked.engine.wallet.changeRule(rule.ruleId, { provenAt: new Date().toISOString() })
  expect((await ask()).body).toMatchObject({ event_type: 'notification.test', key_id: rule.ruleId })
  const [, sent] = await untilMails(rule.target, 2)
  expect(sent!.header('Subject')).toBe('A test: notifications arrive here')

  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(200)
  const tooMany = await ask()
  expect([tooMany.status, tooMany.headers['retry-after']]).toEqual([429, '60'])
  const { api } = hooked.engine.as()
  expect((await api.post('/v1/notification-messages', { body: { rule_id: rule.ruleId } })).status).toBe(404)
  const off = ruleOf(trader, { channel: 'TELEGRAM', target: '12345' })
  const refused = await trader.api.post('/v1/notification-messages', { body: { rule_id: off.ruleId } })
  expect([refused.status, refused.body]).toMatchObject([409, { reason: 'channel_off' }])
})

test('what waits when a rule is stopped or deleted is not sent', async () => {
  const trader = await hooked.engine.trader()
  mails.behave({ data: 451 })
  const [stopped, deleted] = [ruleOf(trader), ruleOf(trader)]
  await trader.place(FILLED)
  for (const rule of [stopped, deleted])
    await pollUntil(
      () => deliveriesOf(trader, rule),
      (found) => found.length === 2 && found.some(({ attempts }) => attempts.length > 0),
    )
  hooked.engine.wallet.changeRule(stopped.ruleId, { provenAt: null })
  hooked.engine.wallet.deleteRule(deleted.ruleId)
  for (const rule of [stopped, deleted])
    expect((await untilSettled(trader, rule, 2)).map(({ status }) => status)).toEqual(['DISABLED', 'DISABLED'])
  expect([...mailsTo(stopped.target), ...mailsTo(deleted.target)]).toEqual([])
})

test('while a rule is paused nothing is sent, and what happened before it is resumed is not sent later', async () => {
  const trader = await hooked.engine.trader()
  mails.behave({ data: 451 })
  const [rule, other] = [ruleOf(trader), ruleOf(trader)]
  await trader.place(FILLED)
  await pollUntil(
    () => deliveriesOf(trader, rule),
    (found) => found.length === 2 && found.some(({ attempts }) => attempts.length > 0),
  )
  hooked.engine.wallet.changeRule(rule.ruleId, { pausedAt: new Date().toISOString() })
  const refused = await trader.api.post('/v1/notification-messages', { body: { rule_id: rule.ruleId } })
  expect([refused.status, refused.body]).toMatchObject([409, { reason: 'rule_paused' }])
  // An attempt may have begun before the pause.
  expect((await untilSettled(trader, rule, 2)).map(({ status }) => status)).toEqual(['DISABLED', 'DISABLED'])

  mails.behave('take')
  await trader.place(FILLED)
  await untilSettled(trader, other, 4)
  const { rows: latest } = await hooked.engine.pool.query<{ at: Date }>(
    `select max(created_at) + interval '1 millisecond' as at from events where account_id = $1`,
    [trader.accountId],
  )
  hooked.engine.wallet.changeRule(rule.ruleId, { pausedAt: null, resumedAt: latest[0]!.at.toISOString() })
  await trader.place(FILLED)
  await untilMails(rule.target, 2)
  await untilSettled(trader, other, 6)
  const { rows } = await hooked.engine.pool.query<{ id: string }>(
    'select id from events where account_id = $1 order by sequence desc limit 2',
    [trader.accountId],
  )
  const ids = mailsTo(rule.target).map((mail) => mail.header('Message-ID')?.slice(1, 37))
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  expect((await untilSettled(trader, rule, 2)).filter(({ status }) => status === 'DELIVERED')).toHaveLength(2)
})

test('a link that is followed stops nothing; a POST does, whatever its body, and again', async () => {
  const rule = ruleOf({ userId: randomUUID() })
  const url = `${hooked.engine.baseUrl}/v1/unsubscribe/${rule.unsubscribeToken}`
  const isProven = async () =>
    (
      (await (
        await fetch(`${hooked.engine.wallet.url}/api/internal/notification-rules/${rule.ruleId}`, {
          headers: { authorization: `Bearer ${hooked.engine.wallet.serviceToken}` },
        })
      ).json()) as NotificationRule
    ).provenAt !== null
  const page = await fetch(url)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
  expect(await page.text()).toContain(`<form method="post" action="${rule.unsubscribeToken}">`)
  expect(await isProven()).toBe(true)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (const sent of [body, undefined]) {
    const stopped = await fetch(url, { method: 'POST', ...(sent && { body: sent }) })
    expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('stopped') as string])
    expect(await isProven()).toBe(false)
  }
  const unknown = `${hooked.engine.baseUrl}/v1/unsubscribe/svc_nu_${'0'.repeat(48)}`
  expect((await fetch(unknown, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${hooked.engine.baseUrl}/v1/unsubscribe/x`)).status).toBe(404)
})

test('beyond twenty messages a minute the rest goes as one, and each event is told once', async () => {
  const trader = await hooked.engine.trader()
  const rule = ruleOf(trader, { events: ['ORDER', 'FILL'] })
  await Promise.all(Array.from({ length: 20 }, () => trader.place(FILLED)))
  // A mail that was taken is recorded a moment later, and the digest with or after the last of the others.
  const rows = await pollUntil(
    async () =>
      (
        await hooked.engine.pool.query<{ digest_id: string | null; sent: number }>(
          `select nullif(digest_id, event_id) as digest_id, count(*)::int as sent from webhook_deliveries
            where key_id = $1 and status = 'DELIVERED' group by 1 order by 1 nulls first`,
          [rule.ruleId],
        )
      ).rows,
    (found) => found.length === 2,
  )
  expect(rows.map(({ sent }) => sent)).toEqual([20, expect.any(Number)])
  const [, digest] = rows
  const ids = mailsTo(rule.target).map((mail) => mail.header('Message-ID'))
  expect([ids.length, new Set(ids).size]).toEqual([21, 21])
  const mail = mailsTo(rule.target).find((one) => one.header('Message-ID')?.includes(digest!.digest_id!))
  if (digest!.sent > 1) expect(mail!.header('Subject')).toBe(`${digest!.sent} events`)
})

test('a wallet from before rules keeps no webhook back, and messages follow once it knows them', async () => {
  const path = `/older/${randomUUID()}`
  const trader = await hooked.trader(path)
  const rule = ruleOf(trader, { events: ['FILL'] })
  hooked.engine.wallet.setKnowsRules(false)
  try {
    await trader.place(FILLED)
    await pollUntil(
      () => Promise.resolve(hooked.receiver.received.filter((one) => one.path === path)),
      (arrived) => arrived.length === 2,
    )
    expect(await deliveriesOf(trader, rule)).toEqual([])
  } finally {
    hooked.engine.wallet.setKnowsRules(true)
  }
  expect(await untilSettled(trader, rule, 1)).toMatchObject([{ event_type: 'order.fill', status: 'DELIVERED' }])
  expect(hooked.receiver.received.filter((one) => one.path === path)).toHaveLength(2)
})

test('quiet hours hold back all but what is critical', async () => {
  const trader = await hooked.engine.trader()
  const clock = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)
  const quietHours = { from: clock(-2), to: clock(2), timeZone: 'UTC' }
  const rule = ruleOf(trader, { quietHours })
  await trader.place(FILLED)
  const held = await pollUntil(
    async () =>
      (
        await hooked.engine.pool.query<{ at: Date }>(
          `select next_attempt_at as at from webhook_deliveries where key_id = $1
            and next_attempt_at > now() + interval '1 hour'`,
          [rule.ruleId],
        )
      ).rows,
    (rows) => rows.length === 2,
  )
  expect(held.map(({ at }) => at.toISOString().slice(11, 16))).toEqual([quietHours.to, quietHours.to])
  const body = { timeout_ms: 5_000, action: 'CANCEL_ALL' }
  const armed = await trader.api.request('PUT', `/v1/account/${trader.accountId}/dead-man-switch`, { body })
  expect(armed.status).toBe(200)
  const [mail] = await untilMails(rule.target, 1)
  expect(mail!.header('Subject')).toContain("dead-man's switch: CANCEL_ALL")
  expect(mailsTo(rule.target)).toHaveLength(1)
})

describe('a mail server', () => {
  test('that is away costs no mail and no order, and each arrives once when it is back', async () => {
    const trader = await hooked.engine.trader()
    const rule = ruleOf(trader, { events: ['FILL'] })
    await mails.goAway()
    const placed = await Promise.all(Array.from({ length: 5 }, () => trader.place(FILLED)))
    expect(placed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await pollUntil(
      () => deliveriesOf(trader, rule),
      (found) => found.length === 5 && found.some(({ attempts }) => attempts.length > 1),
    )
    await mails.comeBack()
    expect((await untilSettled(trader, rule, 5)).map(({ status }) => status)).toEqual(Array(5).fill('DELIVERED'))
    const ids = mailsTo(rule.target).map((mail) => mail.header('Message-ID'))
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  })

  test('that refuses for a time is tried again', async () => {
    const trader = await hooked.engine.trader()
    const rule = ruleOf(trader, { events: ['FILL'] })
    mails.behave({ rcpt: 450 })
    await trader.place(FILLED)
    await pollUntil(
      () => deliveriesOf(trader, rule),
      (found) => (found[0]?.attempts.length ?? 0) > 1,
    )
    mails.behave('take')
    const [delivery] = await untilSettled(trader, rule, 1)
    expect(delivery!.attempts.map(({ status }) => status)).toEqual([
      ...Array.from({ length: delivery!.attempts.length - 1 }, () => 450),
      250,
    ])
    expect(mailsTo(rule.target)).toHaveLength(1)
  })

  test('that took a mail and never said so gets the same mail again, by its Message-ID', async () => {
    const trader = await hooked.engine.trader()
    const rule = ruleOf(trader, { events: ['FILL'] })
    mails.behave('hang')
    await trader.place(FILLED)
    await untilMails(rule.target, 1)
    const { status } = await trader.place(FILLED)
    expect(status).toBe(200)
    await pollUntil(
      () => deliveriesOf(trader, rule),
      (found) => found.some(({ attempts }) => attempts.length > 0),
    )
    mails.behave('take')
    await untilSettled(trader, rule, 2)
    const ids = mailsTo(rule.target).map((mail) => mail.header('Message-ID'))
    expect(ids.length).toBeGreaterThan(2)
    expect(new Set(ids).size).toBe(2)
  })
})
