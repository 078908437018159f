/** A broken promise of our own: the decision is dropped, logged and counted, never handled as flow. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

export function assertInvariant(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new InvariantError(promise)
}
