import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { RELEASE } from '../../support/installed.js'

export interface ProviderUser {
  readonly user: string
  readonly groups: readonly string[]
  readonly acr: 'pwd' | 'mfa'
  /** The user says no. */
  readonly isDenied: boolean
}

/** A real OpenID provider, with one client. */
export interface TestProvider {
  readonly issuer: string
  /** The login from now on; what is left out stays. */
  next(user: Partial<ProviderUser>): Promise<void>
  close(): Promise<void>
}

export const CLIENT = { id: 'dashboard', secret: 'a-secret-between-the-two' } as const

export async function startProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  const env = { CLIENT_ID: CLIENT.id, CLIENT_SECRET: CLIENT.secret, REDIRECT_URIS: redirectUris.join(',') }
  const child = spawn(process.execPath, [join(__dirname, 'provider-process.mjs')], {
    cwd: RELEASE,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const lines = createInterface(child.stdout)
  const [issuer] = (await Promise.race([once(lines, 'line'), exited.then(endedEarly)])) as [string]
  return {
    issuer,
    async next(user) {
      await fetch(`${issuer}/next`, { method: 'POST', body: JSON.stringify(user) })
    },
    async close() {
      child.kill()
      await exited
    },
  }
}

const endedEarly = (): never => {
  throw new Error('the provider has ended')
}
