/**
 * Exit codes, in addition to 0: `refused` by a rule or by the state of things, or found wrong; `usage`: not asked
 * rightly; `authentication`: no key, or one that may not; `unreachable`: nothing there, or it could not answer;
 * `interrupted`: by Ctrl-C, before it was done.
 */
export const EXIT_CODES = { refused: 1, usage: 2, authentication: 3, unreachable: 4, interrupted: 130 } as const

export type FailureKind = keyof typeof EXIT_CODES

/** The reason why a command did not do what it was asked. */
export class Failure extends Error {
  override readonly name = 'Failure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    /** One line each, shown below the message. */
    readonly details: readonly string[] = [],
  ) {
    super(message)
  }
}
