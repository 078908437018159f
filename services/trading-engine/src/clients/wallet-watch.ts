/**
 * Whether the wallet answers. The calls that are made anyway tell; only while the last one had no answer is the wallet
 * asked for its own sake, so that its return is noticed when nobody calls.
 */
import type { OutageLog } from '@ats/service-kit/process'
import { createWalletHttp, type WalletHttpOptions } from './wallet-http.js'

/** In the place of the log: it is told of every call. */
export interface WalletWatch extends OutageLog {
  isAnswering(): boolean
  /** Asks where the last call had no answer. */
  check(): Promise<void>
  close(): void
}

export function watchWallet({ outage, ...options }: WalletHttpOptions): WalletWatch {
  let isAnswering = true
  const told: OutageLog = {
    failed(reason) {
      isAnswering = false
      outage.failed(reason)
    },
    answered() {
      isAnswering = true
      outage.answered()
    },
  }
  const http = createWalletHttp({ ...options, outage: told })
  return {
    ...told,
    isAnswering: () => isAnswering,
    async check() {
      if (isAnswering) return
      await http.send({ method: 'GET', path: '/readyz' }).catch(() => undefined) // `failed` was told
    },
    close: () => http.close(),
  }
}
