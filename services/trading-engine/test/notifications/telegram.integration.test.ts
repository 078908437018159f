/** Messages by Telegram, to a Bot API on this machine: taken, too many, blocked, a token that ended, and no answer. */
import type { NotificationRule } from '@ats/contracts'
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '@ats/test-kit'
import { startEngine, type TestEngine, type Trader } from '../support/engine/engine.js'
import { FILLED, localWebhooks } from '../support/engine/hooked-engine.js'
import { pollUntil } from '../support/poll-until.js'

const TOKEN = '123456:token-of-the-bot'
/** Answers of the Bot API, word for word. */
const SENT = '{"ok":true,"result":{"message_id":1}}'
const BLOCKED = '{"ok":false,"error_code":403,"description":"Forbidden: bot was blocked by the user"}'
const UNAUTHORIZED = '{"ok":false,"error_code":401,"description":"Unauthorized"}'
const TOO_MANY = '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":2}}'

type Answer = readonly [status: number, body: string] | 'none'

interface Sent extends ReceivedWebhook {
  readonly chat: string
  readonly text: string
}

let engine: TestEngine
let botApi: WebhookReceiver
/** The answer to a message to a chat, of which it is the nth, from 1. */
let answerTo: (chat: string, nth: number) => Answer
const sent: Sent[] = []
let chats = 0

beforeAll(async () => {
  botApi = await startWebhookReceiver()
  botApi.react((received, response) => {
    const { chat_id: chat, text } = JSON.parse(received.body) as { readonly chat_id: string; readonly text: string }
    sent.push({ ...received, chat, text })
    const answer = answerTo(chat, sentTo(chat).length)
    if (answer !== 'none') response.writeHead(answer[0], { 'content-type': 'application/json' }).end(answer[1])
  })
  engine = await startEngine({
    ...{ LOG_LEVEL: 'warn', ...localWebhooks(botApi.caFile) },
    ...{ TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_URL: botApi.url },
    runtime: { webhookSpans: { connectMs: 6_000, totalMs: 6_000 } },
  })
})
afterAll(async () => {
  await engine.close()
  await botApi.close()
})
beforeEach(() => {
  answerTo = () => [200, SENT]
})

const sentTo = (chat: string): readonly Sent[] => sent.filter((one) => one.chat === chat)

const ruleOf = ({ userId }: Trader): NotificationRule =>
  engine.wallet.issueRule({ userId, channel: 'TELEGRAM', target: String((chats += 1)), events: ['FILL'] })

interface Delivery {
  readonly url: string
  readonly status: string
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[]
}
const untilDeliveries = ({ api }: Trader, { ruleId }: NotificationRule, isSo: (all: readonly Delivery[]) => boolean) =>
  pollUntil(async () => (await api.get<Delivery[]>(`/v1/webhook-deliveries?key_id=${ruleId}`)).body, isSo)
const isDelivered = ([first]: readonly Delivery[]): boolean => first?.status === 'DELIVERED'
const hasFailed = ([first]: readonly Delivery[]): boolean => (first?.attempts.length ?? 0) > 0

test('a message is posted to the chat by the bot, whose token no log of deliveries shows', async () => {
  const trader = await engine.trader()
  const rule = ruleOf(trader)
  await trader.place(FILLED)
  const deliveries = await untilDeliveries(trader, rule, isDelivered)
  expect(deliveries).toMatchObject([{ url: `telegram:${rule.target}`, attempts: [{ status: 200 }] }])
  expect(JSON.stringify(deliveries)).not.toContain('token-of-the-bot')
  const [message, ...others] = sentTo(rule.target)
  expect(others).toEqual([])
  expect(message!.path).toBe(`/bot${TOKEN}/sendMessage`)
  expect(message!.text).toMatch(/BUY 0\.01 BTC-USD filled at \d/)
})

test('429 is waited out, as long as its body says', async () => {
  const trader = await engine.trader()
  const rule = ruleOf(trader)
  answerTo = (_chat, nth) => (nth === 1 ? [429, TOO_MANY] : [200, SENT])
  await trader.place(FILLED)
  const [delivery] = await untilDeliveries(trader, rule, isDelivered)
  expect(delivery!.attempts.flatMap(({ status }) => status ?? [])).toEqual([429, 200])
  const [first, second] = sentTo(rule.target)
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(2_000)
})

test('a chat that has blocked the bot delays nobody else', async () => {
  const trader = await engine.trader()
  const [blocked, other] = [ruleOf(trader), ruleOf(trader)]
  answerTo = (chat) => (chat === blocked.target ? [403, BLOCKED] : [200, SENT])
  await trader.place(FILLED)
  const [failed] = await untilDeliveries(trader, blocked, hasFailed)
  expect(failed!.attempts[0]).toMatchObject({ status: 403 })
  await trader.place(FILLED)
  await untilDeliveries(trader, other, (all) => all.length === 2 && all.every(({ status }) => status === 'DELIVERED'))
  expect(sentTo(other.target)).toHaveLength(2)
})

test.each([
  ['does not answer', 'none' as const, { status: null }],
  ['takes the token of the bot no more', [401, UNAUTHORIZED] as const, { status: 401 }],
])('while Telegram %s orders are placed, and the messages follow', async (_case, answer, attempt) => {
  const trader = await engine.trader()
  const rule = ruleOf(trader)
  answerTo = () => answer
  await trader.place(FILLED)
  const [failed] = await untilDeliveries(trader, rule, hasFailed)
  expect(failed!.attempts[0]).toMatchObject(attempt)
  for (let order = 0; order < 4; order += 1) expect((await trader.place(FILLED)).status).toBe(200)
  answerTo = () => [200, SENT]
  await untilDeliveries(trader, rule, (all) => all.length === 5 && all.every(({ status }) => status === 'DELIVERED'))
})
