import { inspect } from 'node:util'

/** Short at first; a long wait asks less often, for each question takes processor time from what it waits for. */
const PAUSE_MS = { first: 20, longest: 100, growth: 1.25 }

/**
 * Repeats the request until its response is as wanted, and returns that; throws with the last response after the
 * deadline.
 */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  deadlineMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + deadlineMs
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * PAUSE_MS.growth, PAUSE_MS.longest)) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (Date.now() > deadline) {
      throw new Error(`not so within ${deadlineMs} ms; the last answer was ${inspect(answer, { breakLength: 120 })}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
