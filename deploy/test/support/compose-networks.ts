/** The connections that a compose file allows: Docker connects containers only in a network that both are in. */

/** A list, or with aliases. */
export type Networks = readonly string[] | Readonly<Record<string, { readonly aliases?: readonly string[] } | null>>

export interface NetworkedService {
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly networks: Networks
}

interface Network {
  readonly internal?: boolean
  readonly driver_opts?: Readonly<Record<string, string>>
}

export interface NetworkedCompose {
  readonly services: Readonly<Record<string, NetworkedService>>
  readonly networks: Readonly<Record<string, Network>>
}

/** Each network of a service, with the names that it has there in addition to its own. */
export const networksOf = ({ networks }: Pick<NetworkedService, 'networks'>): readonly [string, readonly string[]][] =>
  Array.isArray(networks)
    ? (networks as readonly string[]).map((network) => [network, []])
    : Object.entries(networks as Exclude<Networks, readonly string[]>).map(([network, own]) => [
        network,
        own?.aliases ?? [],
      ])

/** A port, and where it listens: in all networks, in none (loopback), or in the one where it has that name. */
interface Listener {
  readonly port: string
  readonly host: string
}

/** Ports by the settings that name them, with their hosts and what those are unless they are set. */
const LISTENERS = [
  ['PORT', 'HOST', '0.0.0.0'],
  ['INTERNAL_PORT', 'INTERNAL_HOST', '127.0.0.1'],
  ['GATEWAY_PORT', 'GATEWAY_HOST', '127.0.0.1'],
] as const

const PORTS_OF_OTHERS: Readonly<Record<string, string>> = { redis: '6379', 'trading-db': '5432', 'wallet-db': '5432' }

function listenersOf(name: string, { environment = {} }: NetworkedService): readonly Listener[] {
  const other = PORTS_OF_OTHERS[name]
  if (other !== undefined) return [{ port: other, host: '0.0.0.0' }]
  return LISTENERS.flatMap(([port, host, byDefault]) => {
    const [number, address = byDefault] = [environment[port], environment[host]]
    return number === undefined ? [] : [{ port: number, host: address }]
  })
}

/** By `service:port`: the services that reach it, and `host`, which is this machine by a published port; sorted. */
export function callersOf({ services, networks }: NetworkedCompose): Readonly<Record<string, readonly string[]>> {
  const listeners = Object.entries(services).flatMap(([name, service]) =>
    listenersOf(name, service).map((listener) => ({ name, service, ...listener })),
  )
  return Object.fromEntries(
    listeners.map(({ name, service, port, host }) => {
      const open = listeningIn(service, host)
      const callers = Object.entries(services)
        .filter(([caller, other]) => caller !== name && networksOf(other).some(([network]) => open.includes(network)))
        .map(([caller]) => caller)
      const isPublished = (service.ports ?? []).some((published) => published.endsWith(`:${port}`))
      // Docker sends what comes by a published port to the container's address in the one network that leads outside.
      const outside = networksOf(service).filter(([network]) => networks[network]?.internal !== true)
      const isReached = isPublished && outside.length === 1 && outside.every(([network]) => open.includes(network))
      return [`${name}:${port}`, [...callers, ...(isReached ? ['host'] : [])].sort()]
    }),
  )
}

function listeningIn(service: NetworkedService, host: string): readonly string[] {
  const all = networksOf(service)
  if (host === '0.0.0.0') return all.map(([network]) => network)
  if (host === '127.0.0.1') return []
  const named = all.filter(([, aliases]) => aliases.includes(host)).map(([network]) => network)
  if (named.length !== 1)
    throw new Error(`${host} is the name of ${named.length} networks of the service that listens on it`)
  return named
}
