import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Container } from 'kubernetes-types/core/v1.js'
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import type { Labels } from './manifests.js'
import { findTool } from './tools.js'

/** One end of a connection: a pod somewhere in the cluster, or an address outside. */
export type Party = Pod | { readonly address: string }

export interface Pod {
  readonly namespace: { readonly name: string; readonly labels: Labels }
  readonly labels: Labels
  /** For ports that are given by name. */
  readonly container?: Container
}

export type MayConnect = (from: string, to: string, port: number) => boolean

/** Tells whether the policies let one party open a TCP connection to another at one of the ports: cyclonus decides. */
export function connectionsOf(
  policies: readonly NetworkPolicy[],
  parties: Readonly<Record<string, Party>>,
  ports: readonly number[],
): MayConnect {
  const names = Object.keys(parties)
  const keys = names
    .filter((from) => !('address' in parties[from]!))
    .flatMap((from) => names.flatMap((to) => ports.map((port) => [from, to, port] as const)))
  const allowed = query(
    policies,
    keys.map(([from, to, port]) => trafficOf(parties[from]!, parties[to]!, port)),
  )
  const results = new Map(keys.map((key, index) => [key.join(), allowed[index]!]))
  return (from, to, port) => {
    const result = results.get([from, to, port].join())
    if (result === undefined) throw new Error(`nobody asked whether ${from} may connect to ${to} at ${port}`)
    return result
  }
}

function query(policies: readonly NetworkPolicy[], traffic: readonly object[]): readonly boolean[] {
  const folder = mkdtempSync(join(tmpdir(), 'network-'))
  try {
    const [policyPath, trafficPath] = [join(folder, 'policies.json'), join(folder, 'traffic.json')]
    writeFileSync(policyPath, JSON.stringify({ items: policies }))
    writeFileSync(trafficPath, JSON.stringify(traffic))
    const args = ['analyze', '--mode', 'query-traffic', '--policy-path', policyPath, '--traffic-path', trafficPath]
    const output = execFileSync(findTool('cyclonus'), args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' })
    const results = [...output.matchAll(/IS ALLOWED\?\s*\|\s*(TRUE|FALSE)/g)].map(([, result]) => result === 'TRUE')
    if (results.length !== traffic.length) throw new Error(`${results.length} answers to ${traffic.length} questions`)
    return results
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** An address of pods, which no policy of ours allows by its range. */
const POD_ADDRESS = '10.244.0.1'

const peerOf = (party: Party) =>
  'address' in party
    ? { IP: party.address }
    : {
        IP: POD_ADDRESS,
        Internal: {
          Namespace: party.namespace.name,
          NamespaceLabels: party.namespace.labels,
          PodLabels: party.labels,
        },
      }

const trafficOf = (from: Party, to: Party, port: number) => ({
  Source: peerOf(from),
  Destination: peerOf(to),
  ResolvedPort: port,
  ResolvedPortName: 'address' in to ? '' : (to.container?.ports?.find((one) => one.containerPort === port)?.name ?? ''),
  Protocol: 'TCP',
})
