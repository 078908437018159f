import { pollUntil } from '../poll-until.js'

/**
 * 500 means ask again, with the same id: what waits its turn on a busy account, or a busy machine, is given up after a
 * while. Throws when it is not answered in the end.
 */
export const untilAnswered = <A extends { readonly status: number }>(send: () => Promise<A>): Promise<A> =>
  pollUntil(send, ({ status }) => status !== 500)
