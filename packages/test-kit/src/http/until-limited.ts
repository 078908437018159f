const ATTEMPTS_MAX = 5

/**
 * The first answer 429 of a budget of one request a minute, or the last answer when none comes. A single second request
 * is not enough: the minute may have turned since the first.
 */
export async function untilLimited<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  let answer = await send()
  for (let attempt = 1; attempt < ATTEMPTS_MAX && answer.status !== 429; attempt += 1) answer = await send()
  return answer
}
