import { RequestError } from '@ats/service-kit/process'

/** The 401 of whatever needs a session. */
export const loginNeeded = (): RequestError =>
  new RequestError('unauthorized', 'log in to go on', { login_url: '/login' })
