import type { Command } from 'commander'
import type { Session } from './session.js'

/** The work of a command, given its options and its arguments one by one. */
export type Handler<Options> = (session: Session, options: Options, words: readonly string[]) => Promise<void> | void

/** Gives a command what it does. */
export type Act = <Options>(command: Command, handler: Handler<Options>) => void
