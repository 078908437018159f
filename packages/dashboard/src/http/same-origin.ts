import type { IncomingHttpHeaders } from 'node:http'
import { RequestError } from '@ats/service-kit/process'

const SAFE_METHODS = ['GET', 'HEAD']

/**
 * Refuses what another site may have had the browser send. Browsers say themselves where a request comes from
 * (`Sec-Fetch-Site`, older ones `Origin`), and no form and no link sets `X-Dashboard`.
 * @throws RequestError permission_denied
 */
export function requireSameOrigin(method: string, headers: IncomingHttpHeaders, publicOrigin: string | null): void {
  const isFromUs = SAFE_METHODS.includes(method)
    ? isReadAllowed(headers['sec-fetch-site'])
    : headers['x-dashboard'] === '1' && isOwnSite(headers, publicOrigin)
  if (!isFromUs) throw new RequestError('permission_denied', 'only pages of this dashboard may send this')
}

/** Absent: not from a browser, or from one that keeps cookies of `SameSite=Strict` to this site anyway. */
const isReadAllowed = (site: string | string[] | undefined): boolean =>
  site === undefined || site === 'same-origin' || site === 'none'

function isOwnSite(headers: IncomingHttpHeaders, publicOrigin: string | null): boolean {
  const { 'sec-fetch-site': site, origin, host } = headers
  if (site !== undefined) return site === 'same-origin'
  return origin !== undefined && origin === (publicOrigin ?? `http://${host}`)
}
