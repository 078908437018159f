/**
 * Two workers that send messages of notification rules, each killed again and again around the statements on their way:
 * no event is lost, and each is in one message, which where it is sent again has the same id.
 */
import { createHash } from 'node:crypto'
import type { NotificationRule } from '@ats/contracts'
import { startWebhookReceiver, type WebhookReceiver } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { startEngineProcess, type EngineProcess } from '../support/engine/engine-process.js'
import { localWebhooks } from '../support/engine/hooked-engine.js'
import { untilAnswered } from '../support/engine/until-answered.js'
import { startMailServer, type MailServer } from '../support/mail-server.js'
import { pollUntil } from '../support/poll-until.js'

const IS_WHOLE = process.env['SUITE'] === 'whole'
const SEED = process.env['FAST_CHECK_SEED']
/** Statements between an event and the record of its message, and how many a worker makes in a round at least. */
const POINTS = [
  ['write_relayed before', 2],
  ['write_relayed after', 2],
  ['list_due_messages after', 4],
  ['take_messages before', 4],
  ['take_messages after', 40],
  ['begin_messages before', 40],
  ['begin_messages after', 40],
  ['record_webhooks before', 40],
  ['record_webhooks after', 40],
] as const
const CRASHES = IS_WHOLE ? 100 : POINTS.length
const TRADERS = 4
/** More than the twenty messages that a target gets in a minute, two an order. */
const ORDERS_EACH = 12
const TOKEN = '123456:token-of-the-bot'

let api: TestEngine
let receiver: WebhookReceiver
let mails: MailServer
let traders: readonly Trader[]
let rules: readonly NotificationRule[]

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  // Slow enough that a kill finds messages under way.
  receiver.react((_received, response) => void setTimeout(() => response.writeHead(200).end('{"ok":true}'), 20))
  mails = await startMailServer()
  api = await startEngine({ ROLE: 'api', LOG_LEVEL: 'warn' })
  traders = await Promise.all(Array.from({ length: TRADERS }, () => api.trader()))
  rules = traders.flatMap(({ userId }, nth) =>
    (
      [
        ['WEBHOOK', `${receiver.url}/${nth}`],
        ['EMAIL', `trader-${nth}@example.com`],
        ['TELEGRAM', String(1_000 + nth)],
      ] as const
    ).map(([channel, target]) => api.wallet.issueRule({ userId, channel, target, events: ['ORDER', 'FILL'] })),
  )
})
afterAll(async () => {
  await api.close()
  await mails.close()
  await receiver.close()
})

function startWorker(crashAt?: string): Promise<EngineProcess> {
  const local = Object.entries(localWebhooks(receiver.caFile)).map(([name, value]) => [name, String(value)] as const)
  return startEngineProcess({
    ...{ role: 'worker', databaseUrl: api.databaseUrl, wallet: api.wallet },
    environment: {
      ...Object.fromEntries(local),
      ...{ SMTP_URL: mails.url, MAIL_FROM: 'desk@firm.example', PUBLIC_URL: 'https://api.example' },
      ...{ TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_URL: receiver.url },
    },
    ...(crashAt !== undefined && { crashAt }),
  })
}

/** The points in turn, each at a passage that the seed draws. */
const PLAN = Array.from({ length: CRASHES }, (_, nth) => {
  const [point, passages] = POINTS[nth % POINTS.length]!
  return `${point} ${1 + (createHash('sha256').update(`${SEED} ${nth}`).digest().readUInt32BE() % passages)}`
})

async function trade({ accountId, api: client }: Trader): Promise<void> {
  for (let nth = 0; nth < ORDERS_EACH; nth += 1) {
    const client_id = `${SEED}-${placed++}`
    const body = { account_id: accountId, client_id, symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.001 }
    const { status, text } = await untilAnswered(() => client.post('/v1/order', { body }))
    if (status !== 200) throw new Error(`not placed: ${text}`)
  }
}
let placed = 0

interface Left {
  readonly unrelayed: number
  readonly due: number
  readonly postponed: number
}

async function whatIsLeft(): Promise<Left> {
  const { rows } = await api.pool.query<Left>(
    `select (select sum(a.event_sequence - coalesce(c.relayed_sequence, 0))::int from accounts a
          left join webhook_cursors c on c.account_id = a.id) as unrelayed,
        count(*) filter (where next_attempt_at <= clock_timestamp())::int as due,
        count(*) filter (where next_attempt_at > clock_timestamp())::int as postponed
      from webhook_deliveries where status = 'PENDING'`,
  )
  return rows[0]!
}

/** Lets the minute of each target pass, again and again, until all is sent. */
async function untilSent(): Promise<void> {
  const isIdle = ({ unrelayed, due }: Left): boolean => unrelayed === 0 && due === 0
  for (let left = await pollUntil(whatIsLeft, isIdle); left.postponed > 0; left = await pollUntil(whatIsLeft, isIdle)) {
    await api.pool.query('delete from notification_targets')
    await api.pool.query(`update webhook_deliveries set next_attempt_at = clock_timestamp() where status = 'PENDING'`)
  }
}

interface Row {
  readonly event_id: string
  readonly message_id: string
  readonly status: string
}

async function deliveriesOf(rule: NotificationRule): Promise<readonly Row[]> {
  const { rows } = await api.pool.query<Row>(
    `select event_id, digest_id as message_id, status from webhook_deliveries where key_id = $1`,
    [rule.ruleId],
  )
  return rows
}

async function eventsOf(rule: NotificationRule): Promise<readonly string[]> {
  const { accountId } = traders.find(({ userId }) => userId === rule.userId)!
  const { rows } = await api.pool.query<{ id: string }>(
    `select id from events where account_id = $1 and type in ('order.ack', 'order.fill')`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}

/** The ids of the messages that arrived by a rule, as often as they did; of Telegram, which has none, their texts. */
function arrivedBy({ ruleId, channel, target }: NotificationRule): readonly string[] {
  if (channel === 'EMAIL')
    return mails.taken
      .filter(({ to }) => to.includes(target))
      .map((mail) => mail.header('Message-ID')!.slice(1).replace(`.${ruleId}@firm.example>`, ''))
  if (channel === 'WEBHOOK')
    return receiver.received
      .filter(({ path }) => target.endsWith(path))
      .map(({ headers }) => String(headers['webhook-id']))
  return receiver.received
    .filter(({ path }) => path.startsWith('/bot'))
    .map(({ body }) => JSON.parse(body) as { readonly chat_id: string; readonly text: string })
    .flatMap(({ chat_id: chat, text }) => (chat === target ? [text] : []))
}

/** A worker may get as far as its statement before it says that it is ready. */
function unlessEnded(error: unknown): null {
  if (String(error).includes('ended while starting')) return null
  throw error
}

const sorted = (ids: Iterable<string>): readonly string[] => [...new Set(ids)].toSorted()

test(`${CRASHES} crashes of two workers: each event is in one message, and none is lost (seed ${SEED})`, async () => {
  const points = [...PLAN]
  let crashes = 0
  const runAndCrash = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      const worker = await startWorker(point).catch(unlessEnded)
      await worker?.ended
      crashes += 1
      if (IS_WHOLE) process.stderr.write(`crash ${crashes} of ${CRASHES}: ${point}\n`)
      await worker?.kill()
    }
  }
  const ended = Promise.all([runAndCrash(), runAndCrash()]).then(() => Promise.all([startWorker(), startWorker()]))
  /** A worker that does not start is the failure, rather than messages that nobody sends. */
  const unlessFailed = (work: Promise<void>): Promise<void> => Promise.race([work, ended.then(() => work)])
  for (let round = 0; crashes < CRASHES; round += 1) {
    if (round > 2 * CRASHES) throw new Error(`a worker does not end; not begun are ${points.join(', ')}`)
    await Promise.all(traders.map(trade))
    await unlessFailed(untilSent())
  }
  const workers = await ended
  await untilSent()
  await Promise.all(workers.map((worker) => worker.stop()))

  for (const rule of rules) {
    const rows = await deliveriesOf(rule)
    expect(rows.filter(({ status }) => status !== 'DELIVERED')).toEqual([])
    expect(sorted(rows.map(({ event_id: id }) => id))).toEqual(sorted(await eventsOf(rule)))
    const messages = sorted(rows.map(({ message_id: id }) => id))
    const arrived = arrivedBy(rule)
    if (rule.channel === 'TELEGRAM') expect(arrived.length).toBeGreaterThanOrEqual(messages.length)
    else expect(sorted(arrived)).toEqual(messages)
    // Only those that were under way when a worker ended are sent again: four of a rule at a time.
    expect(arrived.length - messages.length).toBeLessThanOrEqual(CRASHES * 4)
  }
  const bodies = new Map<unknown, string>()
  for (const { headers, body } of receiver.received) {
    const id = headers['webhook-id']
    if (id === undefined || body.includes(' events"')) continue
    expect(bodies.get(id) ?? body).toBe(body)
    bodies.set(id, body)
  }
}, 3_600_000)
