/** CPU time of the thread of the event loop, from Linux's /proc. */
import { existsSync, openSync, readSync } from 'node:fs'

const SCHEDSTAT = `/proc/self/task/${process.pid}/schedstat`
const schedstat = existsSync(SCHEDSTAT) ? openSync(SCHEDSTAT, 'r') : null
const text = Buffer.alloc(64)

/** Since it was started, in ms; 0 on systems that do not tell. */
export function readThreadCpuMs(): number {
  if (schedstat === null) return 0
  const length = readSync(schedstat, text, 0, text.length, 0)
  return Number.parseInt(text.toString('latin1', 0, length), 10) / 1e6
}
