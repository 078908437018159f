import { BlockList, isIPv6 } from 'node:net'
import type { Container } from 'kubernetes-types/core/v1.js'
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from 'kubernetes-types/networking/v1.js'
import { portNumber, selects, type Labels } from './manifests.js'

/** One end of a connection: a pod somewhere in the cluster, or an address outside. */
export type Party = Pod | { readonly address: string }

export interface Pod {
  readonly namespace: { readonly name: string; readonly labels: Labels }
  readonly labels: Labels
  /** For ports that are given by name. */
  readonly container?: Container
}

type Direction = 'Ingress' | 'Egress'

/**
 * Whether the policies let one party open a TCP connection to another, as Kubernetes reads them: a pod that no policy
 * selects for a direction is open in that direction; otherwise the union of the selecting policies applies; both ends
 * must allow it.
 */
export function mayConnect(policies: readonly NetworkPolicy[], from: Party, to: Party, port: number): boolean {
  return isAllowed(policies, 'Egress', from, to, to, port) && isAllowed(policies, 'Ingress', to, from, to, port)
}

function isAllowed(
  policies: readonly NetworkPolicy[],
  direction: Direction,
  subject: Party,
  peer: Party,
  server: Party,
  port: number,
): boolean {
  if ('address' in subject) return true
  const chosen = policies.filter(
    ({ metadata, spec }) =>
      metadata?.namespace === subject.namespace.name &&
      spec?.policyTypes?.includes(direction) === true &&
      selects(spec.podSelector, subject.labels),
  )
  if (chosen.length === 0) return true
  return chosen
    .flatMap(({ metadata, spec }) => rulesOf(direction, spec).map((rule) => ({ ...rule, home: metadata!.namespace! })))
    .some(
      ({ peers, ports, home }) =>
        (peers === undefined || peers.some((entry) => matchesPeer(entry, peer, home))) &&
        (ports === undefined || ports.some((entry) => matchesPort(entry, server, port))),
    )
}

const rulesOf = (direction: Direction, spec: NetworkPolicy['spec']) =>
  direction === 'Ingress'
    ? (spec?.ingress ?? []).map(({ from, ports }) => ({ peers: from, ports }))
    : (spec?.egress ?? []).map(({ to, ports }) => ({ peers: to, ports }))

function matchesPeer(peer: NetworkPolicyPeer, party: Party, home: string): boolean {
  if ('address' in party) return peer.ipBlock !== undefined && isWithin(party.address, peer.ipBlock)
  if (peer.ipBlock !== undefined) return false
  const isThere =
    peer.namespaceSelector === undefined
      ? party.namespace.name === home
      : selects(peer.namespaceSelector, party.namespace.labels)
  return isThere && selects(peer.podSelector ?? {}, party.labels)
}

function matchesPort({ protocol = 'TCP', port, endPort }: NetworkPolicyPort, server: Party, wanted: number): boolean {
  if (protocol !== 'TCP') return false
  if (port === undefined) return true
  const container = 'address' in server ? undefined : server.container
  const first = portNumber(port, container ?? { name: '' })
  return first !== undefined && wanted >= first && wanted <= (endPort ?? first)
}

function isWithin(address: string, { cidr, except = [] }: IPBlock): boolean {
  return isInRange(address, cidr) && !except.some((range) => isInRange(address, range))
}

function isInRange(address: string, cidr: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/')
  if (isIPv6(address) !== isIPv6(network)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), isIPv6(network) ? 'ipv6' : 'ipv4')
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
