import { connect, type Connection, type ConnectionOptions } from './connection.js'
import type { Frame } from './frames.js'

/** A channel of a market stream: `price`, `book`, `trades`, `candles:1m`. */
export interface MarketTopic {
  readonly venue: string | undefined
  readonly channel: string
  /** The engine's: `BTC-USD`. */
  readonly symbol: string
}

interface Handlers {
  readonly onData: (text: string) => void
  readonly onEnd: (error: Error) => void
}

interface Group {
  readonly venue: string | undefined
  readonly channel: string
  readonly handlers: Map<string, Handlers>
  connection: Connection | undefined
  opening: ReturnType<typeof setTimeout> | undefined
}

export interface MarketStreams {
  /** Follows a topic until the stream ends; one that is followed already stays as it is. */
  readonly follow: (topic: MarketTopic, handlers: Handlers) => void
  /** Tells no more of a topic; a stream that is left without one is closed. */
  readonly unfollow: (topic: MarketTopic) => void
  readonly close: () => void
}

export type MarketOptions = Pick<ConnectionOptions, 'refusal' | 'isFinal' | 'giveUpMs'> & {
  readonly open: (query: Readonly<Record<string, string>>, signal: AbortSignal) => ReturnType<ConnectionOptions['open']>
  readonly symbolOf: (text: string) => string | undefined
}

const SYMBOLS_MAX = 50

/**
 * Market streams by venue and channel: a client may have few open at a time, so all symbols of a channel share one, up
 * to 50 in each. With another symbol it is opened again; its first frames are the values of that moment.
 */
export function createMarketStreams(options: MarketOptions): MarketStreams {
  const groups = new Set<Group>()

  function groupFor({ venue, channel }: MarketTopic): Group {
    for (const group of groups)
      if (group.venue === venue && group.channel === channel && group.handlers.size < SYMBOLS_MAX) return group
    const group: Group = { venue, channel, handlers: new Map(), connection: undefined, opening: undefined }
    groups.add(group)
    return group
  }

  const groupOf = ({ venue, channel, symbol }: MarketTopic): Group | undefined =>
    [...groups].find((group) => group.venue === venue && group.channel === channel && group.handlers.has(symbol))

  function openStream(group: Group): void {
    group.opening = undefined
    group.connection?.close()
    const { refusal, isFinal, giveUpMs } = options
    const venue = group.venue === undefined ? {} : { venue: group.venue }
    const query = { symbols: [...group.handlers.keys()].join(','), channels: group.channel, ...venue }
    group.connection = connect({
      ...{ refusal, isFinal, giveUpMs },
      open: (_lastEventId, signal) => options.open(query, signal),
      onFrame: ({ data }: Frame) => group.handlers.get(options.symbolOf(data) ?? '')?.onData(data),
      onEnd: (error) => endGroup(group, error),
    })
  }

  function endGroup(group: Group, error: Error): void {
    closeGroup(group)
    for (const { onEnd } of group.handlers.values()) onEnd(error)
  }

  function closeGroup(group: Group): void {
    groups.delete(group)
    clearTimeout(group.opening)
    group.connection?.close()
  }

  return {
    follow(topic, handlers) {
      if (groupOf(topic) !== undefined) return
      const group = groupFor(topic)
      group.handlers.set(topic.symbol, handlers)
      // Calls made together are one opening.
      group.opening ??= setTimeout(() => openStream(group), 0)
    },
    unfollow(topic) {
      const group = groupOf(topic)
      group?.handlers.delete(topic.symbol)
      if (group?.handlers.size === 0) closeGroup(group)
    },
    close: () => [...groups].forEach(closeGroup),
  }
}
