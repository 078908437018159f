/** The caller went away before the request was complete, or before it was begun; nobody is left to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/** @throws RequestAborted when nobody waits for the answer any more */
export function requireCaller(isGone: () => boolean): void {
  if (isGone()) throw new RequestAborted('nobody waits for the answer any more')
}
