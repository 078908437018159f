/** The part of a worker that issues certificates of accounts as they pass, where the firm has chosen that. */
import type { Periodic, Schedule } from '@ats/service-kit/async'
import { RequestError, type Logger } from '@ats/service-kit/process'
import { issueCertificate, type CertificateDependencies } from '../commands/issue-certificate.js'
import { BY_SYSTEM } from '../core/model/order/origin.js'
import type { AccountCache } from '../store/accounts/account-cache.js'
import { forgetDueCertificate, listDueCertificates } from '../store/operator/certificates.js'

const EVERY_MS = 1_000
const AT_A_TIME = 50
/** Until one that could not be issued is tried again: it keeps nobody else waiting. */
const AGAIN_AFTER_MS = 15_000

export interface CertificateWorkerOptions extends CertificateDependencies {
  readonly contexts: Pick<AccountCache, 'get'>
  readonly schedule: Schedule
  readonly logger: Logger
}

export function createCertificateWorker({ contexts, schedule, logger, ...rest }: CertificateWorkerOptions): Periodic {
  const { pool } = rest
  const passedOver = new Map<string, number>()

  async function issue(accountId: string): Promise<void> {
    const account = await contexts.get(accountId)
    if (account === null) return
    try {
      await issueCertificate(rest, account, undefined, { origin: BY_SYSTEM })
    } catch (error) {
      // It passed with a version that told nobody.
      if (error instanceof RequestError && error.code === 'conflict') return forgetDueCertificate(pool, accountId)
      throw error
    }
  }

  return schedule(
    async (stopping) => {
      for (const [accountId, until] of passedOver) if (until <= Date.now()) passedOver.delete(accountId)
      for (const accountId of await listDueCertificates(pool, [...passedOver.keys()], AT_A_TIME)) {
        if (stopping.aborted) return
        await issue(accountId).catch((error: unknown) => {
          passedOver.set(accountId, Date.now() + AGAIN_AFTER_MS)
          logger.warn({ err: error, account_id: accountId }, 'a certificate could not be issued; will retry')
        })
      }
    },
    {
      everyMs: EVERY_MS,
      onError: (error) => logger.warn({ err: error }, 'certificates to issue could not be read; will retry'),
    },
  )
}
