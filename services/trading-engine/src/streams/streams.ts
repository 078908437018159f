/** Opens streams: takes a place for each, begins what it shows, and gives all of that back when it closes. */
import { positionText, type EventStream, type EventStreams, type StreamReply } from '@ats/service-kit/http'
import { listingKey, type Listing } from '../core/model/market/listing.js'
import type { AccountValues } from './account-values.js'
import type { EventFeeds } from './event-feeds.js'
import type { KeyChecks } from './key-checks.js'
import { channelName, type Channel, type MarketTopics } from './market-topics.js'
import type { NewestValues } from './newest-values.js'
import type { SpreadRounds } from './spread-rounds.js'
import type { UserAccounts } from './user-accounts.js'
import type { StreamLimit, TakeStream } from './stream-limits.js'

/** For whom a stream is. */
export interface StreamReader<Credentials> {
  readonly limit: StreamLimit
  /** To be checked for as long as the stream is open; null: it was opened without. */
  readonly key: { readonly name: string; readonly credentials: Credentials } | null
}

export const STREAM_KINDS = ['account', 'market', 'accounts'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

export interface Streams<Credentials> {
  /** The account's events after the sequence, and its newest figures. `latest`: the last event known. */
  account(
    account: { readonly id: string; readonly latest: number },
    after: number,
    reader: StreamReader<Credentials>,
  ): StreamReply
  /** The newest of each channel of each listing. */
  market(listings: readonly Listing[], channels: readonly Channel[], reader: StreamReader<Credentials>): StreamReply
  /** The newest of all accounts of the user. */
  accounts(userId: string, reader: StreamReader<Credentials>): StreamReply
}

export interface StreamsOptions<Credentials> {
  readonly open: Pick<EventStreams, 'reply'>
  readonly take: TakeStream
  readonly keys: Pick<KeyChecks<Credentials>, 'watch'>
  readonly feeds: Pick<EventFeeds, 'follow'>
  readonly accountValues: AccountValues
  /** The rounds of accounts' values. */
  readonly figures: Pick<SpreadRounds, 'follow'>
  readonly userAccounts: Pick<UserAccounts, 'follow'>
  readonly marketTopics: MarketTopics
  /** The rounds of the market's values: of the present, and of what may take longer. */
  readonly market: Readonly<Record<'present' | 'past', Pick<NewestValues, 'follow'>>>
}

export function createStreams<Credentials>(options: StreamsOptions<Credentials>): Streams<Credentials> {
  const { open, take, keys, feeds, accountValues, figures, userAccounts, marketTopics, market } = options

  function reply(
    kind: StreamKind,
    { limit, key }: StreamReader<Credentials>,
    begin: (stream: EventStream) => void,
  ): StreamReply {
    const giveBack = take(limit)
    const started = (stream: EventStream): void => {
      stream.onClose(giveBack)
      if (key !== null) keys.watch(key.name, key.credentials, stream, kind === 'market')
      begin(stream)
    }
    try {
      return open.reply(kind, started, giveBack)
    } catch (error) {
      giveBack()
      throw error
    }
  }

  return {
    account: (account, after, reader) =>
      reply('account', reader, (stream) => {
        const { id } = account
        // Else one that loses its connection before the first event would come back to a later present.
        stream.write(Buffer.from(positionText(after)), 0)
        figures.follow(id, id, () => accountValues.topic(id), stream)
        feeds.follow(account, after, stream)
      }),
    market: (listings, channels, reader) =>
      reply('market', reader, (stream) => {
        for (const listing of listings)
          for (const channel of channels) {
            const name = `${channelName(channel)} ${listingKey(listing)}`
            const rounds = channel.kind === 'price' || channel.kind === 'book' ? market.present : market.past
            rounds.follow(name, () => marketTopics(listing, channel), stream)
          }
      }),
    accounts: (userId, reader) =>
      reply('accounts', reader, (stream) =>
        userAccounts.follow(userId, stream, (id) =>
          figures.follow(userId, `each ${id}`, () => accountValues.topicOfMany(id), stream),
        ),
      ),
  }
}
