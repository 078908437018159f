/** Composes the streams of a process that serves requests: where their values come from, and when they are told. */
import { createTurns } from '@ats/service-kit/async'
import { createEventStreams, type EventStreams } from '@ats/service-kit/http'
import type { Metrics } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { StoredEvent } from '../core/model/events.js'
import type { DecisionContext } from '../core/model/decision-context.js'
import { TICK_MICROS } from '../core/values/tick.js'
import type { Micros } from '../core/values/time.js'
import { ORDERBOOK_DEPTH, PUBLIC_TRADES_LIMIT } from '../http/schemas/limits.js'
import type { StreamCredentials } from '../http/stream-reader.js'
import type { Market } from '../market/market.js'
import { asOfNow } from '../queries/as-of-now.js'
import type { AccountTexts } from '../queries/account-texts.js'
import type { SharedTexts } from '../queries/shared-texts.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { readAccountMoments, readMomentsOfUsers, type AccountMoment } from '../store/accounts/account-moments.js'
import { listEvents } from '../store/read/events.js'
import { createAccountValues } from '../streams/account-values.js'
import { createEventFeeds, type EventFeeds } from '../streams/event-feeds.js'
import { createMarketTopics } from '../streams/market-topics.js'
import { createKeyChecks, type CheckKey } from '../streams/key-checks.js'
import { createNewestValues } from '../streams/newest-values.js'
import { spreadRounds } from '../streams/spread-rounds.js'
import { createStreamLimits } from '../streams/stream-limits.js'
import { createStreams, STREAM_KINDS, type Streams } from '../streams/streams.js'
import { createUserAccounts } from '../streams/user-accounts.js'
import { asNumber } from '../wire/decimals.js'
import { createMarketSources } from './market-sources.js'
import { eventText } from '../wire/event-body.js'

export interface StreamRuntime extends Pick<EventFeeds, 'recordCommitted' | 'invalidate' | 'invalidateAll'> {
  readonly streams: Streams<StreamCredentials>
  readonly open: EventStreams
  readonly start: () => void
  /** Once all streams have ended. */
  readonly stop: () => Promise<void>
}

export interface StreamRuntimeOptions {
  readonly pool: Pool
  readonly contexts: AccountCache
  readonly getContext: () => DecisionContext
  readonly accountTexts: AccountTexts
  readonly texts: SharedTexts
  readonly market: Market
  readonly checkKey: CheckKey<StreamCredentials>
  readonly now: () => Micros
  readonly metrics: Metrics
  readonly timeoutFactor: number
}

/** Twice a second. */
const FIGURES_MS = 500
/** The figures of all accounts in one go would be slice after slice: an order takes several turns of the event loop. */
const FIGURE_ROUNDS = 10
/** The share of the process's time for the values of all streams. */
const VALUES_SHARE = 0.2
/** A slice, and then a rest: an order takes several turns of the event loop, and is not to meet a slice in each. */
const VALUES_BURST_MS = 1
/** A timer may be early by less than this. */
const AFTER_TICK_MS = 2
const KEY_CHECKS = { roundMs: 250, checkMs: 2_000, unknownMs: 4_000 }

export function composeStreams(options: StreamRuntimeOptions): StreamRuntime {
  const { pool, contexts, getContext, accountTexts, texts, checkKey, now, metrics, timeoutFactor } = options
  const open = createEventStreams({ metrics, kinds: STREAM_KINDS })
  const takeTurn = createTurns({ share: VALUES_SHARE, burstMs: VALUES_BURST_MS })
  const feeds = createEventFeeds({
    readEvents: (...args) => listEvents(pool, ...args),
    readSequences: async (ids) => sequencesOf(await requireCurrent(options, await readAccountMoments(pool, ids))),
    textOf: eventText,
    onDelivered: observeLag(options),
  })
  const accountValues = createAccountValues({
    getAccount: (accountId) => contexts.get(accountId),
    getContext,
    textOf: {
      summary: (account, context) =>
        accountTexts('summary', { account: asOfNow(account, context), context }, asNumber).text,
      risk: (account, context) =>
        accountTexts('riskOfHeld', { account: asOfNow(account, context), context }, asNumber).text,
    },
  })
  const keys = createKeyChecks(checkKey, { ...KEY_CHECKS, unknownMs: KEY_CHECKS.unknownMs * timeoutFactor })
  const figures = spreadRounds({
    ...{ everyMs: FIGURES_MS, rounds: FIGURE_ROUNDS },
    create: (timing) => createNewestValues({ ...timing, takeTurn }),
  })
  const sources = createMarketSources({
    ...{ market: options.market, texts, now },
    ...{ depth: ORDERBOOK_DEPTH.default, trades: PUBLIC_TRADES_LIMIT.default },
  })
  const everyMs = () => untilNextTick(now())
  const market = {
    present: createNewestValues({ everyMs, takeTurn }),
    past: createNewestValues({ everyMs, takeTurn }),
  }
  const marketTopics = createMarketTopics(sources)
  const userAccounts = createUserAccounts({
    listAccounts: async (userIds) => requireCurrent(options, await readMomentsOfUsers(pool, userIds)),
  })
  const parts = [feeds, keys, figures, userAccounts, market.present, market.past]
  const take = createStreamLimits()
  return {
    streams: createStreams({
      ...{ open, take, keys, feeds, accountValues, figures, userAccounts, marketTopics, market },
    }),
    open,
    recordCommitted: feeds.recordCommitted,
    invalidate: feeds.invalidate,
    invalidateAll: feeds.invalidateAll,
    start: () => parts.forEach((part) => part.start()),
    async stop() {
      await open.end()
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

/** Values change with the tick, four times a second; ms. */
const untilNextTick = (now: Micros): number => (TICK_MICROS - (now % TICK_MICROS)) / 1_000 + AFTER_TICK_MS

/** Finds out that another process has changed an account without a word that arrived: then it is read again. */
async function requireCurrent(
  { contexts }: StreamRuntimeOptions,
  moments: readonly AccountMoment[],
): Promise<readonly AccountMoment[]> {
  for (const { accountId, version, highWaterMark } of moments) {
    const known = await contexts.get(accountId)
    if (known === null) continue
    if (known.version < version) contexts.drop(accountId)
    else if (known.highWaterMark < highWaterMark) contexts.raiseHighs(accountId, { mark: highWaterMark, day: null })
  }
  return moments
}

const sequencesOf = (moments: readonly AccountMoment[]): ReadonlyMap<string, number> =>
  new Map(moments.map(({ accountId, eventSequence }) => [accountId, eventSequence]))

function observeLag({ metrics, now }: StreamRuntimeOptions): (event: StoredEvent) => void {
  const observe = metrics.duration(
    'stream_lag_seconds',
    'Time from the moment of an event to its frame for those who wait for it.',
  )
  return ({ at }) => observe(Math.max(0, now() - at) / 1e6)
}
