import { pollUntil } from '../poll-until.js'

/**
 * 500 means ask again, with the same id: what waits its turn on a busy account, or a busy machine, is given up after a
 * while. So does a 409 that says that the request before is still under way. Throws when it is not answered in the end.
 */
export const untilAnswered = <A extends { readonly status: number; readonly text?: unknown }>(
  send: () => Promise<A>,
): Promise<A> => pollUntil(send, ({ status, text }) => status !== 500 && !(status === 409 && isUnderWay(text)))

const isUnderWay = (text: unknown): boolean => String(text).includes('"in_progress"')
