/**
 * Whether the wallet answers. Regular calls show it; only while the last one had no answer is the wallet probed,
 * so that its return is noticed when there are no calls.
 */
import type { OutageLog } from '@ats/service-kit/process'
import { createWalletHttp, type WalletHttpOptions } from './wallet-http.js'

/** Takes the place of the outage log and receives the result of every call. */
export interface WalletWatch extends OutageLog {
  isAnswering(): boolean
  /** Asks where the last call had no answer. */
  check(): Promise<void>
  close(): void
}

export function watchWallet({ outage, ...options }: WalletHttpOptions): WalletWatch {
  let isAnswering = true
  const watched: OutageLog = {
    failed(reason) {
      isAnswering = false
      outage.failed(reason)
    },
    answered() {
      isAnswering = true
      outage.answered()
    },
  }
  const http = createWalletHttp({ ...options, outage: watched })
  return {
    ...watched,
    isAnswering: () => isAnswering,
    async check() {
      if (isAnswering) return
      await http.send({ method: 'GET', path: '/readyz' }).catch(() => undefined) // reported through `failed`
    },
    close: () => http.close(),
  }
}
