/** Opens streams: takes a place for each, begins what it shows, and gives all of that back when it closes. */
import type { EventStream, EventStreams, StreamReply } from '@ats/service-kit'
import type { AccountValues } from './account-values.js'
import type { EventFeeds } from './event-feeds.js'
import type { KeyChecks } from './key-checks.js'
import type { NewestValues } from './newest-values.js'
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
}

export interface StreamsOptions<Credentials> {
  readonly open: Pick<EventStreams, 'reply'>
  readonly take: TakeStream
  readonly keys: Pick<KeyChecks<Credentials>, 'watch'>
  readonly feeds: Pick<EventFeeds, 'follow'>
  readonly accountValues: AccountValues
  /** The rounds of accounts' values. */
  readonly figures: Pick<NewestValues, 'follow'>
}

export function createStreams<Credentials>(options: StreamsOptions<Credentials>): Streams<Credentials> {
  const { open, take, keys, feeds, accountValues, figures } = options

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
        figures.follow(`summary ${id}`, () => accountValues.topic(id, 'summary'), stream)
        figures.follow(`risk ${id}`, () => accountValues.topic(id, 'risk'), stream)
        feeds.follow(account, after, stream)
      }),
  }
}
