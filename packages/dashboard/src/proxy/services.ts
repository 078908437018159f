import { createUserSigner } from '@ats/service-kit/http'
import { Pool } from 'undici'
import type { DashboardConfig } from '../config.js'
import type { Session } from '../session/session.js'
import type { Service } from './row.js'

/** A service behind the gateway, and how a request names its user to it. */
export interface Backend {
  readonly pool: Pool
  /** For responses that go on: each takes a connection for itself. */
  readonly streams: Pool
  readonly credentials: (session: Session, request: OutgoingRequest) => Readonly<Record<string, string>>
}

export interface OutgoingRequest {
  readonly method: string
  readonly rawUrl: string
  readonly body: Buffer
}

export type Backends = Readonly<Record<Service, Backend | null>> & { readonly close: () => Promise<void> }

/** More than a service lets one gateway have in flight; the others wait here. */
const CONNECTIONS_MAX = 256
/** Longer than the services take at most, such as over a revocation that waits for a cache. */
const ANSWER_WITHIN_MS = 12_000
/** A run begins a database, on a machine where traders come first. */
const LAB_ANSWERS_WITHIN_MS = 65_000

export function createBackends(config: DashboardConfig, now: () => Date): Backends {
  const signed = (url: string, service: string, secret: string, withinMs = ANSWER_WITHIN_MS): Backend => {
    const sign = createUserSigner({ service, secret, now })
    return { ...poolsTo(url, withinMs), credentials: ({ user }, request) => sign({ ...request, userId: user }) }
  }
  const engine = signed(config.ENGINE_URL, 'trading-engine', config.GATEWAY_HMAC_SECRET)
  const wallet = signed(config.WALLET_URL, 'wallet', config.GATEWAY_HMAC_SECRET)
  const { LAB_URL: labUrl, LAB_HMAC_SECRET: labSecret } = config
  const lab = labUrl === null || labSecret === null ? null : signed(labUrl, 'lab', labSecret, LAB_ANSWERS_WITHIN_MS)
  const operator = operatorOf(config)
  return {
    ...{ engine, wallet, lab, operator },
    async close() {
      const pools = [engine, wallet, lab, operator].flatMap((backend) => [backend?.pool, backend?.streams])
      await Promise.all(pools.filter((pool) => pool !== undefined).map((pool) => pool.destroy()))
    },
  }
}

function poolsTo(url: string, withinMs = ANSWER_WITHIN_MS): Pick<Backend, 'pool' | 'streams'> {
  const options = { headersTimeout: withinMs, bodyTimeout: withinMs }
  return { pool: new Pool(url, { ...options, connections: CONNECTIONS_MAX }), streams: new Pool(url, options) }
}

function operatorOf({ OPERATOR_URL: url, FIRM_TOKENS: firm }: DashboardConfig): Backend | null {
  if (url === null || firm.length === 0) return null
  const tokens = new Map(firm.map(({ user, token }) => [user, token]))
  return {
    ...poolsTo(url),
    // Without a token of their own a user has no operator's session.
    credentials: ({ user }) => ({ authorization: `Bearer ${tokens.get(user) ?? ''}`, 'x-operator': user }),
  }
}
