import { RequestError } from '@ats/service-kit/process'
import { LOGIN_AGAIN, LoginFailed, type Login, type LoginRequest } from './login.js'

/** The user whose key and account `npm start` prints. */
const DEMO_USER = 'demo'

/**
 * Signs everybody in who sits at this machine: requests that come over loopback, from no other site's page. Who can
 * run a program here can do as much without it.
 */
export function createDemoLogin(now: () => Date): Login {
  return {
    signsIn(request) {
      if (!isFromHere(request)) return null
      const authTime = Math.floor(now().getTime() / 1000)
      return { user: DEMO_USER, roles: ['trader', 'operator'], login: 'demo', authTime }
    },
    begin: ({ returnTo }) => Promise.resolve({ location: returnTo, cookies: [] }),
    finish: () => Promise.reject(new LoginFailed('there is nothing to come back from: open the first page')),
    leave: () => Promise.resolve(LOGIN_AGAIN),
    endedBy: () => Promise.reject(new RequestError('not_found', 'there is no provider')),
  }
}

const isFromHere = ({ ip, headers }: LoginRequest): boolean =>
  (ip.startsWith('127.') || ip === '::1') && ['none', 'same-origin'].includes(String(headers['sec-fetch-site']))
