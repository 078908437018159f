import { frameText } from '@ats/service-kit'
import type { Topic } from './newest-values.js'

export interface ValueTopicOptions {
  readonly event: string
  readonly prepare?: () => Promise<unknown>
  /** The JSON of the value; null: there is none now. */
  readonly text: () => string | null
}

/** A value that is its text: while that is the same, nothing is told. */
export function valueTopic({ event, prepare, text }: ValueTopicOptions): Topic {
  let latest: string | null = null
  let bytes: Buffer | null = null
  let version = 0
  return {
    ...(prepare === undefined ? {} : { prepare }),
    update() {
      const next = text()
      if (next === null || next === latest) return
      latest = next
      bytes = null
      version += 1
    },
    version: () => version,
    after() {
      if (latest === null) return null
      bytes ??= Buffer.from(frameText({ event, data: latest }))
      return { bytes, count: 1 }
    },
  }
}
