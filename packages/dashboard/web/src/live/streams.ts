import { SYSTEM_CLOCK } from '@ats/sdk/transport/clock'
import { send } from '../api/send.js'
import { marketPaths } from './live-keys.js'
import { readFrame } from './read-frame.js'
import { runStream } from './run-stream.js'
import type { Connect, Connection, ConnectionStatus } from './shared-connection.js'

const ACCOUNTS = '/v1/accounts/stream'

/** The streams of the leader: that of all accounts, and one of the market for each venue that a tab looks at. */
export const createConnect =
  (onUnauthorized: () => void): Connect =>
  (emit, report): Connection => {
    const running = new Map<string, AbortController>()
    let waking = new AbortController()

    const start = (path: string, onState: (status: ConnectionStatus) => void): void => {
      const ending = new AbortController()
      running.set(path, ending)
      const status = (state: ConnectionStatus['state'], waitMs: number | null = null): void => {
        const since = Date.now()
        onState({ state, since, retryAt: waitMs === null ? null : since + waitMs })
      }
      status('connecting')
      runStream({
        url: `${window.location.origin}/api/engine${path}`,
        send,
        clock: SYSTEM_CLOCK,
        signal: ending.signal,
        wake: () => waking.signal,
        onOpen: () => status('live'),
        onWait: (ms) => status('waiting', ms),
        onFrame(frame) {
          const entry = readFrame(frame, Date.now())
          if (entry !== null) emit([entry])
        },
      }).catch(() => {
        status('signed-out')
        onUnauthorized()
      })
    }
    const stop = (path: string): void => {
      running.get(path)?.abort()
      running.delete(path)
    }

    start(ACCOUNTS, report)
    return {
      setTopics(topics) {
        const paths = new Set([ACCOUNTS, ...marketPaths(topics)])
        for (const path of running.keys()) if (!paths.has(path)) stop(path)
        for (const path of paths) if (!running.has(path)) start(path, () => undefined)
      },
      wake() {
        waking.abort()
        waking = new AbortController()
      },
      stop: () => [...running.keys()].forEach(stop),
    }
  }
