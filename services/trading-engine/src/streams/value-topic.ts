import { frameText } from '@ats/service-kit/http'
import type { Frames, Topic } from './newest-values.js'

export interface ReportedValue {
  readonly event: string
  /** The data of its frame, of the JSON of the value: made when it is sent. Default: the JSON itself. */
  readonly dataOf?: (text: string) => string
}

export interface ValueTopicOptions {
  readonly values: readonly ReportedValue[]
  readonly prepare?: () => Promise<unknown>
  /** The JSON of each value, in the same order; null: there are none now. */
  readonly texts: () => readonly string[] | null
}

interface Value extends Required<ReportedValue> {
  text: string
  /** The version in which it became this. */
  changedIn: number
}

/** Values that are their texts and come together: a reader is sent those that differ from its own. */
export function valueTopic({ values: declared, prepare, texts }: ValueTopicOptions): Topic {
  const values = declared.map(({ event, dataOf = itself }): Value => ({ event, dataOf, text: '', changedIn: 0 }))
  let version = 0
  /** As most readers get them: they lack the same. */
  let made: { readonly after: number; readonly of: number; readonly frames: Frames } | null = null

  function makeAfter(seen: number): Frames | null {
    const changed = values.filter(({ changedIn }) => changedIn > seen)
    if (changed.length === 0) return null
    const text = changed.map(({ event, dataOf, text: value }) => frameText({ event, data: dataOf(value) })).join('')
    return { bytes: Buffer.from(text), count: changed.length }
  }
  return {
    ...(prepare === undefined ? {} : { prepare }),
    update() {
      const next = texts()
      if (next === null) return
      let isChanged = false
      values.forEach((value, index) => {
        const text = next[index]
        if (text === undefined || text === value.text) return
        isChanged = true
        value.text = text
        value.changedIn = version + 1
      })
      if (isChanged) version += 1
    },
    version: () => version,
    after(seen) {
      if (made?.after === seen && made.of === version) return made.frames
      const frames = makeAfter(seen)
      if (frames !== null) made = { after: seen, of: version, frames }
      return frames
    },
  }
}

const itself = (text: string): string => text
