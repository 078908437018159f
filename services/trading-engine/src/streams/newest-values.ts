/**
 * Values of which readers get the newest one, so many times a second at most: each is made once in a round, however
 * many read it, and written to those who have another and have taken what they were sent before. All that a reader gets
 * in a slice of a round is one write.
 */
import { periodic, type TakeTurn } from '@ats/service-kit/async'
import type { EventStream } from '@ats/service-kit/http'

export interface Topic {
  /** Fetches what `update` needs. A failure leaves the value as it is. */
  readonly prepare?: () => Promise<unknown>
  /** Makes the value of this moment. */
  readonly update: () => void
  /** Counts the changes of the value; 0: there is none yet. */
  readonly version: () => number
  /** The frames for one who has that version; 0: has nothing yet. Null: there is nothing to send. */
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
  readonly follow: (name: string, make: () => Topic, stream: EventStream) => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface NewestValuesOptions {
  readonly everyMs: number | (() => number)
  /** Until the first round, instead of `everyMs`. */
  readonly firstAfterMs?: number
  /** To be waited for before each slice of work. */
  readonly takeTurn: TakeTurn
}

/** The length of a slice; the value that it ends in, and its writes, come on top. */
const SLICE_MS = 1
/** Looked at the clock after so many followers: it costs more than one of them. */
const FOLLOWERS_A_LOOK = 32
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

export function createNewestValues({ takeTurn, ...timing }: NewestValuesOptions): NewestValues {
  const topics = new Map<string, Followed>()
  const outbox = createOutbox()
  const slices = createSlices(takeTurn, outbox.flush)
  let round = 0

  function write({ topic }: Followed, follower: Follower): void {
    const { stream, version } = follower
    if (version === topic.version() || !stream.isReady) return
    const frames = topic.after(version)
    follower.version = topic.version()
    if (frames !== null) outbox.add(stream, frames)
  }

  async function writeAll(followed: Followed, now: number): Promise<void> {
    let looked = 0
    for (const follower of [...followed.followers.values()]) {
      if (follower.fromRound <= now) write(followed, follower)
      if (++looked % FOLLOWERS_A_LOOK === 0) await slices.next()
    }
  }

  async function runRound(): Promise<void> {
    round += 1
    const now = round
    const followed = [...topics.values()]
    if (followed.length === 0) return
    await Promise.allSettled(followed.map(({ topic }) => topic.prepare?.() ?? READY))
    for (const one of followed) {
      await slices.next()
      one.topic.update()
      await writeAll(one, now)
    }
    outbox.flush()
  }
  const rounds = periodic(runRound, { ...timing, isSteady: typeof timing.everyMs === 'number' })

  /** The first values of those who have come, in slices: one reader may ask for many. */
  const coming: (() => void)[] = []
  async function welcome(): Promise<void> {
    while (coming.length > 0) {
      await slices.next()
      coming.shift()?.()
    }
    outbox.flush()
  }
  function join(first: () => void): void {
    if (coming.push(first) === 1) void welcome()
  }

  return {
    follow(name, make, stream) {
      const followed = topics.get(name) ?? { topic: make(), followers: new Map<EventStream, Follower>() }
      topics.set(name, followed)
      const follower: Follower = { stream, version: 0, fromRound: Infinity }
      followed.followers.set(stream, follower)
      stream.onClose(() => {
        followed.followers.delete(stream)
        if (followed.followers.size === 0 && topics.get(name) === followed) topics.delete(name)
      })
      const { topic } = followed
      const first = (): void => {
        if (topic.version() === 0) topic.update()
        follower.fromRound = round + 2
        write(followed, follower)
      }
      // What cannot be had now comes with a round.
      const later = (): void => void (follower.fromRound = 0)
      if (topic.version() > 0 || topic.prepare === undefined) join(first)
      else topic.prepare().then(() => join(first), later)
    },
    start: rounds.start,
    stop: rounds.stop,
  }
}

interface Outbox {
  add(stream: EventStream, frames: Frames): void
  readonly flush: () => void
}

/** Collects what readers get, and writes it to each in one piece. */
function createOutbox(): Outbox {
  const collected = new Map<EventStream, { readonly pieces: Buffer[]; count: number }>()
  return {
    add(stream, { bytes, count }) {
      const mine = collected.get(stream) ?? { pieces: [], count: 0 }
      mine.pieces.push(bytes)
      mine.count += count
      collected.set(stream, mine)
    },
    flush() {
      for (const [stream, { pieces, count }] of collected) {
        const [first] = pieces
        stream.write(pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces), count)
      }
      collected.clear()
    },
  }
}

/** Divides work into slices: `next` resolves immediately while there is time in the present one. */
function createSlices(takeTurn: TakeTurn, endSlice: () => void): { readonly next: () => Promise<void> } {
  let endsAt = 0
  return {
    async next() {
      if (performance.now() < endsAt) return
      endSlice()
      await takeTurn()
      endsAt = performance.now() + SLICE_MS
    },
  }
}
