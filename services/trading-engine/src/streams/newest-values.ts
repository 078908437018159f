/**
 * Values of which readers get the newest one, so many times a second at most: each is made once in a round, however
 * many read it, and written to those who have another and have taken what they were sent before.
 */
import { periodic, type EventStream, type TakeTurn } from '@ats/service-kit'

export interface Topic {
  /** Fetches what `update` needs. A failure leaves the value as it is. */
  readonly prepare?: () => Promise<unknown>
  /** Makes the value of this moment. */
  readonly update: () => void
  /** Counts the changes of the value; 0: there is none yet. */
  readonly version: () => number
  /** The frames for one who has that version; 0: has nothing yet. Null: there is nothing to be told. */
  readonly after: (version: number) => Frames | null
}

export interface Frames {
  readonly bytes: Buffer
  readonly count: number
}

export interface NewestValues {
  /**
   * Writes the value to the stream now, and its changes until the stream closes.
   * @param name readers of the same name share the topic that `make` makes
   */
  follow(name: string, make: () => Topic, stream: EventStream): void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface NewestValuesOptions {
  readonly everyMs: number
  /** To be waited for before each slice of a round. */
  readonly takeTurn: TakeTurn
}

/** So long a slice of a round takes, and one value more. */
const SLICE_MS = 3
const WRITE_MS = 0.02

const READY = Promise.resolve()

interface Follower {
  readonly stream: EventStream
  version: number
  /** The round from which on it gets changes: not the next, so that no two frames are closer than a round. */
  fromRound: number
}

interface Followed {
  readonly topic: Topic
  readonly followers: Map<EventStream, Follower>
}

export function createNewestValues({ everyMs, takeTurn }: NewestValuesOptions): NewestValues {
  const topics = new Map<string, Followed>()
  let round = 0

  function write({ topic }: Followed, follower: Follower): boolean {
    const { stream, version } = follower
    if (version === topic.version() || !stream.isReady) return false
    const frames = topic.after(version)
    follower.version = topic.version()
    if (frames !== null) stream.write(frames.bytes, frames.count)
    return frames !== null
  }

  async function runRound(): Promise<void> {
    round += 1
    const now = round
    const followed = [...topics.values()]
    await Promise.allSettled(followed.map(({ topic }) => topic.prepare?.() ?? READY))
    let endsAt = 0
    for (const one of followed) {
      if (performance.now() >= endsAt) {
        await takeTurn()
        endsAt = performance.now() + SLICE_MS
      }
      one.topic.update()
      for (const follower of [...one.followers.values()]) {
        if (follower.fromRound > now || !write(one, follower)) continue
        if (performance.now() + WRITE_MS < endsAt) continue
        await takeTurn()
        endsAt = performance.now() + SLICE_MS
      }
    }
  }
  const rounds = periodic(runRound, { everyMs, isSteady: true })

  async function writeFirst(followed: Followed, follower: Follower): Promise<void> {
    const { topic } = followed
    if (topic.version() === 0) {
      await topic.prepare?.()
      if (topic.version() === 0) topic.update()
    }
    follower.fromRound = round + 2
    write(followed, follower)
  }

  return {
    follow(name, make, stream) {
      const followed = topics.get(name) ?? { topic: make(), followers: new Map<EventStream, Follower>() }
      topics.set(name, followed)
      const follower: Follower = { stream, version: 0, fromRound: 0 }
      followed.followers.set(stream, follower)
      stream.onClose(() => {
        followed.followers.delete(stream)
        if (followed.followers.size === 0 && topics.get(name) === followed) topics.delete(name)
      })
      // What cannot be had now comes with a round.
      writeFirst(followed, follower).catch(() => undefined)
    },
    start: rounds.start,
    stop: rounds.stop,
  }
}
