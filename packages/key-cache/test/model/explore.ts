/** One state that can be reached, and the steps that lead there. */
export interface Reached<State> {
  readonly state: State
  readonly steps: readonly string[]
}

export interface Exploration<State> {
  readonly states: number
  /** The first state that is wrong, on a shortest way to it; null when none is. */
  readonly wrong: Reached<State> | null
}

type Step<State> = readonly [name: string, next: State]

/** Visits every state that can be reached from `start`, each once, the nearest first. States are plain JSON. */
export function explore<State>(
  start: State,
  stepsFrom: (state: State) => Iterable<Step<State>>,
  isWrong: (state: State) => boolean,
): Exploration<State> {
  const ways = new Map<string, { readonly from: string | null; readonly step: string }>()
  const startKey = JSON.stringify(start)
  ways.set(startKey, { from: null, step: '' })
  let front: [string, State][] = [[startKey, start]]
  while (front.length > 0) {
    const next: [string, State][] = []
    for (const [key, state] of front) {
      if (isWrong(state)) return { states: ways.size, wrong: { state, steps: wayTo(key, ways) } }
      for (const [step, reached] of stepsFrom(state)) {
        const reachedKey = JSON.stringify(reached)
        if (ways.has(reachedKey)) continue
        ways.set(reachedKey, { from: key, step })
        next.push([reachedKey, reached])
      }
    }
    front = next
  }
  return { states: ways.size, wrong: null }
}

function wayTo(key: string, ways: ReadonlyMap<string, { readonly from: string | null; readonly step: string }>) {
  const steps: string[] = []
  for (let at = ways.get(key); at !== undefined && at.from !== null; at = ways.get(at.from)) steps.unshift(at.step)
  return steps
}
