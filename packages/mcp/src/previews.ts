import type { AccountOrder } from '@ats/sdk'
import { Refusal } from './tools/tool.js'

/** An order as it was previewed; its client_id is made already, so it can be placed once. */
export interface PreviewedOrder {
  readonly accountId: string
  readonly order: AccountOrder & { readonly client_id: string }
}

export interface Previews {
  /** Its id, good for two minutes. */
  keep(order: PreviewedOrder): string
  /** @throws Refusal when there is none, or no more */
  take(id: string): PreviewedOrder
  /** Runs work after all that came before it, so that two orders cannot both take what is left of a limit. */
  oneByOne<T>(work: () => Promise<T>): Promise<T>
}

const GOOD_FOR_MS = 120_000
const KEPT_MAX = 1_000

/** `now`: Unix ms. */
export function createPreviews(now: () => number): Previews {
  const kept = new Map<string, PreviewedOrder & { readonly untilMs: number }>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    keep(order) {
      const id = globalThis.crypto.randomUUID()
      kept.set(id, { ...order, untilMs: now() + GOOD_FOR_MS })
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
      return id
    },
    take(id) {
      const preview = kept.get(id)
      if (preview === undefined) throw new Refusal('there is no such preview; preview the order first')
      if (now() >= preview.untilMs) throw new Refusal('the preview is older than 2 minutes; preview the order again')
      return preview
    },
    oneByOne(work) {
      const result = last.then(work, work)
      last = result.catch(() => undefined)
      return result
    },
  }
}
