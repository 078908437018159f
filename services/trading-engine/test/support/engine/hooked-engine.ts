/** The real engine beside a receiver on this machine, which it may reach and trusts. */
import { randomUUID } from 'node:crypto'
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '@ats/test-kit'
import { startEngine, type TestEngine, type TestEngineOptions, type Trader } from './engine.js'
import { untilAnswered } from './until-answered.js'

export interface HookedEngine {
  readonly engine: TestEngine
  readonly receiver: WebhookReceiver
  /** A trader whose key has a webhook at that path of the receiver. */
  trader(path?: string): Promise<Trader>
  close(): Promise<void>
}

/** Settings that allow webhooks to a receiver on this machine, with short retry delays. */
export const localWebhooks = (caFile: string) => ({
  WEBHOOK_ALLOW_CIDRS: ['127.0.0.0/8'],
  WEBHOOK_CA_FILE: caFile,
  WEBHOOK_SCHEDULE_DIVISOR: 100,
})

export async function startHookedEngine(options: TestEngineOptions = {}): Promise<HookedEngine> {
  const receiver = await startWebhookReceiver()
  const engine = await startEngine({ LOG_LEVEL: 'warn', ...localWebhooks(receiver.caFile), ...options })
  return {
    engine,
    receiver,
    trader: (path = '/hook') => engine.trader('standard-100k', { webhookUrl: `${receiver.url}${path}` }),
    async close() {
      await engine.close()
      await receiver.close()
    },
  }
}

export interface EventBody {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly sequence: number
  readonly account_id: string | null
  readonly data: Readonly<Record<string, unknown>>
}

export const eventOf = ({ body }: Pick<ReceivedWebhook, 'body'>): EventBody => JSON.parse(body) as EventBody

/** A filled order, two events, as a bot gets it from a busy machine: asked for with one id until it is answered. */
export async function fillOnce({ accountId, api }: Trader): Promise<void> {
  const body = { account_id: accountId, client_id: randomUUID(), ...FILLED }
  const { status, text } = await untilAnswered(() => api.post('/v1/order', { body }))
  if (status !== 200) throw new Error(`not placed: ${text}`)
}

export const FILLED = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: 0.01 } as const
