/** Receives published ticks as they are committed, on a connection of its own. Missed ones are not sent again. */
import { createDedicatedConnection, type DedicatedConnection } from '@ats/service-kit/db'
import type { Logger } from '@ats/service-kit/process'
import { TICK_CHANNEL } from './tick-lock.js'

export interface TickAnnouncementsOptions {
  readonly connectionString: string
  readonly logger: Logger
  /** The block is undefined where it is too large to be announced. */
  readonly onTick: (number: number, block: Uint8Array | undefined) => void
  readonly timeoutFactor?: number
}

const HEARTBEAT_MS = 1_000
const QUERY_TIMEOUT_MS = 2_000

export function createTickAnnouncements({
  connectionString,
  logger,
  onTick,
  timeoutFactor = 1,
}: TickAnnouncementsOptions): Pick<DedicatedConnection, 'start' | 'stop'> {
  const onNotification = ({ payload = '' }: { payload?: string | undefined }): void => {
    const [number = '', block] = payload.split(' ')
    onTick(Number(number), block === undefined ? undefined : Buffer.from(block, 'base64'))
  }
  return createDedicatedConnection({
    connectionString,
    applicationName: 'trading-engine ticks',
    logger,
    heartbeatMs: HEARTBEAT_MS,
    queryTimeoutMs: QUERY_TIMEOUT_MS * timeoutFactor,
    timeoutFactor,
    async open(client) {
      client.on('notification', onNotification)
      await client.query(`listen ${TICK_CHANNEL}`)
    },
    beat: async (client) => void (await client.query('select 1')),
    onLost: () => undefined,
  })
}
