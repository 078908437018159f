/** Why the command ends without having done what it was asked: `refused` by the service, or not asked rightly (`usage`). */
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
