/**
 * Validates keys, and finds hooks, at the wallet. Its decisions are values; everything else is a fault, never a
 * refusal.
 */
import {
  parseResolveHookResponse,
  parseValidateKeyResponse,
  type ResolveHookRequest,
  type ResolveHookResponse,
  type ValidateKeyRequest,
  type ValidateKeyResponse,
} from '@ats/contracts'
import { abortAfter, createSemaphore } from '@ats/service-kit/async'
import { DependencyError } from '@ats/service-kit/process'
import { createWalletHttp, type WalletHttpOptions } from './wallet-http.js'

export interface WalletClient {
  /** Throws DependencyError when the wallet does not give a decision in time. */
  validate(request: ValidateKeyRequest): Promise<ValidateKeyResponse>
  /** The hook that a token opens. Throws likewise. */
  resolveHook(request: ResolveHookRequest): Promise<ResolveHookResponse>
  close(): void
}

const QUESTIONS_AT_A_TIME = 64

export function createWalletClient(options: WalletHttpOptions): WalletClient {
  const http = createWalletHttp(options)
  const semaphore = createSemaphore(QUESTIONS_AT_A_TIME)
  const ask = async (path: string, body: object): Promise<unknown> => {
    // For waiting as well.
    const { data } = await abortAfter(
      options.timeoutMs,
      (signal) => semaphore.use(signal, () => http.send({ method: 'POST', path, body, signal })),
      () => new Error(`more than ${QUESTIONS_AT_A_TIME} at a time`),
    ).catch(asDependencyError)
    return data
  }
  return {
    async validate(request) {
      const decision = parseValidateKeyResponse(await ask('/api/api-keys/validate', request))
      if (decision === undefined || isOffTheQuestion(decision, request)) throw noDecision()
      return decision
    },
    async resolveHook(request) {
      const decision = parseResolveHookResponse(await ask('/api/internal/hooks/resolve', request))
      if (decision === undefined) throw noDecision()
      return decision
    },
    close: () => http.close(),
  }
}

const noDecision = (): DependencyError =>
  new DependencyError('wallet', 'the wallet answered with something else than a decision')

/** A refusal for lack of a scope that was not requested must not pass for a decision about the caller. */
const isOffTheQuestion = (decision: ValidateKeyResponse, { scope }: ValidateKeyRequest): boolean =>
  !decision.valid && decision.error === 'permission_denied' && scope === undefined

/** A request that never started, for lack of a free place, is a fault of the dependency too. */
function asDependencyError(error: unknown): never {
  if (error instanceof DependencyError) throw error
  throw new DependencyError('wallet', `the wallet could not be asked (${String(error)})`)
}
