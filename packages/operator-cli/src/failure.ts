/** The reason why a command did nothing: `refused` by the service, or wrong arguments (`usage`). */
export class Failure extends Error {
  override readonly name = 'Failure'

  constructor(
    readonly kind: 'refused' | 'usage',
    message: string,
    /** One line each, shown below the message. */
    readonly details: readonly string[] = [],
  ) {
    super(message)
  }
}
