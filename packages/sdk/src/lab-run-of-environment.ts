import { openLabRun, type LabRun } from './trading-client.js'

/** The run that `ats lab run` has started this process for. @throws TypeError where it has not */
export function labRunOfEnvironment(environment: Readonly<Record<string, string | undefined>>): LabRun {
  const { ATS_URL: url, ATS_API_KEY: key, ATS_API_SECRET: secret, ATS_ACCOUNT: accountId } = environment
  if (url === undefined || key === undefined || secret === undefined || accountId === undefined)
    throw new TypeError('ATS_URL, ATS_API_KEY, ATS_API_SECRET and ATS_ACCOUNT say which run it is: use ats lab run')
  return openLabRun({ url, key, secret, accountId })
}
