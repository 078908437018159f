/** The calendar of news of a run: it is known whole, and decisions see of it what they see in production. */
import type { Micros } from '../../core/values/time.js'
import type { NewsEvent } from '../../core/model/plan/news-event.js'

/** @param window the span around a moment, in microseconds, that decisions see */
export function createRunNews(
  all: readonly NewsEvent[],
  now: () => Micros,
  { behind, ahead }: { readonly behind: Micros; readonly ahead: Micros },
): () => readonly NewsEvent[] {
  const inOrder = [...all].sort((a, b) => a.at - b.at)
  let [first, end] = [0, 0]
  let seen: readonly NewsEvent[] = []
  return () => {
    const at = now()
    const before = [first, end].join()
    while ((inOrder[first]?.at ?? Infinity) < at - behind) first += 1
    while ((inOrder[end]?.at ?? Infinity) <= at + ahead) end += 1
    // The same list as long as none comes or goes.
    if ([first, end].join() !== before) seen = inOrder.slice(first, end)
    return seen
  }
}
