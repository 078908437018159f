/** Asks the wallet about a key. The wallet's decisions are values; whatever else happens is a fault, never a refusal. */
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import axios, { isAxiosError } from 'axios'
import { parseValidateKeyResponse, type ValidateKeyRequest, type ValidateKeyResponse } from '@ats/contracts'
import { DependencyError } from '@ats/service-kit'
import { createPermits } from './permits.js'

export interface WalletClient {
  /** Throws DependencyError when the wallet does not give a decision in time. */
  validate(request: ValidateKeyRequest): Promise<ValidateKeyResponse>
  close(): void
}

export interface WalletClientOptions {
  /** The wallet's internal listener. */
  readonly baseUrl: string
  readonly serviceToken: string
  /** For a decision, waiting for one's turn included. */
  readonly timeoutMs: number
}

const QUESTIONS_AT_A_TIME = 64

/** A decision is a few hundred bytes. */
const ANSWER_BYTES_MAX = 16_384

export function createWalletClient({ baseUrl, serviceToken, timeoutMs }: WalletClientOptions): WalletClient {
  const httpAgent = new HttpAgent({ keepAlive: true })
  const httpsAgent = new HttpsAgent({ keepAlive: true })
  const client = axios.create({
    baseURL: baseUrl,
    httpAgent,
    httpsAgent,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: ANSWER_BYTES_MAX,
    validateStatus: (status) => status === 200,
    headers: { authorization: `Bearer ${serviceToken}` },
  })
  const permits = createPermits(QUESTIONS_AT_A_TIME)
  return {
    async validate(request) {
      // Its own clock: axios' timeout does not cover a connection that never opens.
      const signal = AbortSignal.timeout(timeoutMs)
      const ask = () => client.post<unknown>('/api/api-keys/validate', request, { signal })
      const answer = await permits.use(signal, ask).catch((error: unknown) => {
        throw new DependencyError('wallet', explain(error))
      })
      const decision = parseValidateKeyResponse(answer.data)
      if (decision === undefined || isOffTheQuestion(decision, request))
        throw new DependencyError('wallet', 'the wallet answered with something else than a decision')
      return decision
    },
    close() {
      httpAgent.destroy()
      httpsAgent.destroy()
    },
  }
}

/** A refusal for lack of a scope that was not asked about must not pass for a verdict on the caller. */
const isOffTheQuestion = (decision: ValidateKeyResponse, { scope }: ValidateKeyRequest): boolean =>
  !decision.valid && decision.error === 'permission_denied' && scope === undefined

/** Words only: an axios error carries the request, and with it the secret. */
function explain(error: unknown): string {
  if (!isAxiosError(error))
    return `the wallet could not be asked (${error instanceof Error ? error.message : 'no reason'})`
  if (error.response !== undefined) return `the wallet answered ${error.response.status} instead of a decision`
  return `the wallet could not be reached (${error.code ?? 'no code'})`
}
