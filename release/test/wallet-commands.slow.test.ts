/** Commands for what is kept at the wallet, hooks and notification rules, against the stack of npm start. */
import { startMailServer, type MailServer } from '../../services/trading-engine/test/support/mail-server.js'
import { pollUntil } from '../../services/trading-engine/test/support/poll-until.js'
import { startStack, type Stack } from '../../packages/cli/test/support/stack.js'

let mails: MailServer
let stack: Stack

beforeAll(async () => {
  mails = await startMailServer()
  stack = await startStack({
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'desk@firm.example', PUBLIC_URL: 'https://api.example' },
  })
  expect((await stack.ats(['login', '--demo'])).code).toBe(0)
})
afterAll(async () => {
  await stack.close()
  await mails.close()
})

interface Hook {
  readonly id: string
  readonly label: string
  readonly expiresAt: string | null
}

test('a hook is changed by its label, the end of its id and its token: what is not named stays', async () => {
  const create = ['hooks', 'create', 'breakout', '--max-quantity', '0.5', '--symbols', 'BTC-USD', '--ip', 'tradingview']
  const { hook, token } = await stack.json<{ hook: Hook; token: string }>(create)
  const change = async (named: string, ...words: string[]) =>
    (await stack.json<readonly Hook[]>(['hooks', 'change', named, ...words]))[0]
  const first = { id: hook.id, label: 'breakout', maxQuantity: '0.5', symbols: ['BTC-USD'], ipList: ['tradingview'] }
  expect(hook).toMatchObject({ ...first, maxOrdersPerMinute: 10, expiresAt: null })

  const caps = ['--max-quantity', '0.25', '--per-minute', '3', '--actions', 'position,flat']
  const second = { ...first, maxQuantity: '0.25', maxOrdersPerMinute: 3, actions: ['position', 'flat'] }
  expect(await change('breakout', ...caps)).toMatchObject(second)
  const third = { ...second, label: 'trend', symbols: ['ETH-USD', 'BTC-USD'] }
  expect(await change(hook.id.slice(-8), '--label', 'trend', '--symbols', 'ETH-USD,BTC-USD')).toMatchObject(third)
  const end = '2031-02-03T04:05:06.000Z'
  expect(await change(token.slice(0, 15), '--expires', end, '--ip', '203.0.113.0/24')).toMatchObject({
    ...third,
    ...{ expiresAt: end, ipList: ['203.0.113.0/24'] },
  })
  expect(await change('trend', '--no-expires')).toMatchObject({ label: 'trend', expiresAt: null })
  const [listed] = await stack.json<readonly object[]>(['hooks', 'list'])
  expect(listed).toMatchObject({ ...third, expiresAt: null, ipList: ['203.0.113.0/24'] })
})

test('a change of a hook that says nothing, or names none, changes nothing', async () => {
  const before = await stack.json(['hooks', 'list'])
  const nothing = await stack.ats(['hooks', 'change', 'trend'])
  expect(nothing).toMatchObject({ code: 2, out: '', error: expect.stringContaining('say what is to change') as string })
  expect((await stack.ats(['hooks', 'change', 'breakout', '--label', 'x'])).code).not.toBe(0)
  expect((await stack.ats(['hooks', 'change', 'trend', '--actions', 'hedge'])).code).toBe(2)
  expect((await stack.ats(['hooks', 'change', 'trend', '--max-quantity', '0'])).code).not.toBe(0)
  expect(await stack.json(['hooks', 'list'])).toEqual(before)
})

interface Rule {
  readonly id: string
  readonly provenAt: string | null
  readonly pausedAt: string | null
}

const ADDRESS = 'anna@example.com'
const NOTIFICATIONS = (...words: string[]): string[] => ['notifications', ...words]
const of = (verb: string, ...words: string[]): Promise<Rule> => stack.json<Rule>(NOTIFICATIONS(verb, ADDRESS, ...words))
const untilMails = (count: number) =>
  pollUntil(
    () => Promise.resolve(mails.taken),
    (found) => found.length >= count,
  )
const messages = () => stack.json<readonly { event_type: string; status: string }[]>(NOTIFICATIONS('messages', ADDRESS))

test('a notification rule is made, proven by the code in its mail, and tried', async () => {
  const made = await stack.ats(
    NOTIFICATIONS('create', 'email', ADDRESS, '--quiet', '22:00-07:00', '--zone', 'Europe/Berlin'),
  )
  expect(made).toMatchObject({ code: 0, error: expect.stringContaining('a code is on its way') as string })
  expect(made.out).toMatch(/quiet +22:00-07:00 Europe\/Berlin/)
  const [mail] = await untilMails(1)
  const [code = ''] = /\b\d{6}\b/.exec(mail!.text) ?? []
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await stack.ats(NOTIFICATIONS('prove', ADDRESS, wrong))).code).not.toBe(0)
  const [{ id }] = await stack.json<[Rule]>(NOTIFICATIONS('list'))
  expect(await stack.json(NOTIFICATIONS('prove', id.slice(-8), code))).toMatchObject({
    id,
    provenAt: expect.any(String) as string,
  })
  expect(await of('change', '--any-time', '--events', 'FILL,BREACH', '--min-severity', 'INFO')).toMatchObject({
    ...{ id, quietHours: null, events: ['BREACH', 'FILL'], minSeverity: 'INFO' },
  })
  expect(await of('test')).toMatchObject({ event_type: 'notification.test' })
  const [, tested] = await untilMails(2)
  expect(tested!.header('Subject')).toBe('A test: notifications arrive here')
  const listed = await pollUntil(messages, (found) => found.every(({ status }) => status === 'DELIVERED'))
  expect(listed.map(({ event_type: type }) => type)).toEqual(['notification.test', 'notification.code'])
})

/** Buys until a fill is after `moment` by the clock of the engine, which may differ a little from the wallet's. */
async function buyAfter(moment: number, quantity: string): Promise<number> {
  return pollUntil(
    async () => {
      await stack.json(['order', 'place', 'buy', quantity, 'ETH-USD', '--yes'])
      const { out } = await stack.ats(['events', 'list', '--type', 'order.fill', '--json'])
      const fills = out
        .trim()
        .split('\n')
        .map((line) => Date.parse((JSON.parse(line) as { created_at: string }).created_at))
      return Math.max(...fills)
    },
    (filledAt) => filledAt > moment,
  )
}

test('a rule that is paused sends nothing, no test either; resumed, it tells of what happens from then on', async () => {
  expect(await of('pause')).toMatchObject({ pausedAt: expect.any(String) as string })
  expect((await stack.ats(NOTIFICATIONS('list'))).out).toContain('paused')
  const refused = await stack.ats(NOTIFICATIONS('test', ADDRESS))
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('rule_paused') as string })
  const before = await buyAfter(0, '0.1')
  await pollUntil(
    () => Promise.resolve(Date.now()),
    (now) => now > before,
  )
  expect(await of('resume')).toMatchObject({ pausedAt: null })
  await buyAfter(Date.now(), '0.2')
  await untilMails(3)
  for (const mail of mails.taken.slice(2)) expect(mail.header('Subject')).toContain('BUY 0.2 ETH-USD filled')
})

test('what a rule is not: a channel of no name, two of one target, and one that is deleted', async () => {
  expect((await stack.ats(NOTIFICATIONS('create', 'sms', '12345'))).code).toBe(2)
  expect((await stack.ats(NOTIFICATIONS('change', ADDRESS))).code).toBe(2)
  expect((await stack.ats(NOTIFICATIONS('change', ADDRESS, '--quiet', '22:00'))).code).toBe(2)
  const second = await stack.json<Rule>(NOTIFICATIONS('create', 'EMAIL', ADDRESS))
  const several = await stack.ats(NOTIFICATIONS('pause', ADDRESS))
  expect(several).toMatchObject({ code: 2, error: expect.stringContaining('several rules are for') as string })
  expect((await stack.ats(NOTIFICATIONS('delete', second.id))).code).toBe(2)
  expect(await stack.json(NOTIFICATIONS('delete', second.id, '--yes'))).toEqual({ id: second.id, deleted: true })
  expect(await of('delete', '--yes')).toMatchObject({ deleted: true })
  expect(await stack.json(NOTIFICATIONS('list'))).toEqual([])
})
