import type { Row, Service } from './row.js'

/** A request of a page, and what goes to the service: the same bytes that were looked at. */
export interface Found {
  readonly row: Row
  /** The service's path and the query, as sent. */
  readonly target: string
}

/** The prefix that pages put before the paths of each service, and what it stands for. */
const PREFIXES: Readonly<Record<Service, readonly [page: string, service: string]>> = {
  engine: ['/api/engine/', '/'],
  wallet: ['/api/wallet/', '/'],
  operator: ['/api/operator/', '/operator/'],
  lab: ['/api/lab/', '/'],
}

/** One id: no escapes, no dots, so that nothing between here and the service can read it as something else. */
const ID = '[\\w-]{1,80}'

/** Finds the row of a request by its address as it was sent. Null: there is no such request. */
export function createRowTable(rows: readonly Row[]): (method: string, url: string) => Found | null {
  const table = rows.map((row) => ({ row, pattern: patternOf(row.path) }))
  return (method, url) => {
    const service = serviceOf(url)
    if (service === null) return null
    const [prefix, replacement] = PREFIXES[service]
    const target = replacement + url.slice(prefix.length)
    const [path = ''] = target.split('?', 1)
    const asked = method === 'HEAD' ? 'GET' : method
    const found = table.find(
      ({ row, pattern }) => row.service === service && row.method === asked && pattern.test(path),
    )
    return found === undefined ? null : { row: found.row, target }
  }
}

function serviceOf(url: string): Service | null {
  const services = Object.keys(PREFIXES) as Service[]
  return services.find((service) => url.startsWith(PREFIXES[service][0])) ?? null
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[a-z_]+/g, ID)}$`)
