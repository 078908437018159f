/** The connection was closed, or the time for an answer was over, before the work was done: no response is sent. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/** @throws RequestAborted when the caller no longer waits for the answer */
export function requireCaller(isGone: () => boolean): void {
  if (isGone()) throw new RequestAborted('the caller no longer waits for the answer')
}
