import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Deployment, StatefulSet } from 'kubernetes-types/apps/v1.js'
import type { HorizontalPodAutoscaler } from 'kubernetes-types/autoscaling/v2.js'
import type { Job } from 'kubernetes-types/batch/v1.js'
import type { ConfigMap, Container, Namespace, PodSpec, Service } from 'kubernetes-types/core/v1.js'
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.js'
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js'
import { parseAllDocuments } from 'yaml'
import type { Cluster, PodMonitor, PrometheusRule, ServiceMonitor } from './custom-resources.js'
import { REPOSITORY } from './repository.js'
import { findTool } from './tools.js'

export const OVERLAYS = ['local', 'production', 'production-live'] as const

export type Overlay = (typeof OVERLAYS)[number]

/** Whether an overlay is for a cluster that people trade on. */
export const isProduction = (overlay: Overlay): boolean => overlay !== 'local'

export type Labels = Readonly<Record<string, string>>

interface Kinds {
  readonly Cluster: Cluster
  readonly ConfigMap: ConfigMap
  readonly Deployment: Deployment
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler
  readonly Ingress: Ingress
  readonly Job: Job
  readonly Namespace: Namespace
  readonly NetworkPolicy: NetworkPolicy
  readonly PodDisruptionBudget: PodDisruptionBudget
  readonly PodMonitor: PodMonitor
  readonly PrometheusRule: PrometheusRule
  readonly Service: Service
  readonly ServiceMonitor: ServiceMonitor
  readonly StatefulSet: StatefulSet
}

/** The manifests of an overlay, as they would be sent to a cluster. */
export interface Manifests {
  readonly all: readonly Manifest[]
  of<K extends keyof Kinds>(kind: K): readonly Kinds[K][]
  /** @throws Error when there is none */
  one<K extends keyof Kinds>(kind: K, name: string): Kinds[K]
  /** The pods that we define; those of the databases are their operator's. */
  readonly pods: readonly PodTemplate[]
}

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

export interface PodTemplate {
  /** The name of the Deployment, StatefulSet or Job (without its hash) that creates the pods. */
  readonly name: string
  readonly kind: 'Deployment' | 'Job' | 'StatefulSet'
  readonly labels: Labels
  readonly spec: PodSpec
  readonly container: Container
}

/** At the end of a name: of what the object depends on. */
const HASH = /-[a-z0-9]{10}$/

/** The manifests that a folder with a kustomization makes, by default that of an overlay. */
export function render(overlay: Overlay, overlays = join(REPOSITORY, 'k8s', 'overlays')): Manifests {
  const text = execFileSync(findTool('kubectl'), ['kustomize', join(overlays, overlay)], { encoding: 'utf8' })
  const all = parseAllDocuments(text).map((document) => document.toJS() as Manifest)
  const of = <K extends keyof Kinds>(kind: K) => all.filter((object) => object.kind === kind) as unknown as Kinds[K][]
  return {
    all,
    of,
    one: (kind, name) => {
      const found = of(kind).find(({ metadata }) => metadata?.name === name)
      if (found === undefined) throw new Error(`there is no ${kind} ${name}`)
      return found
    },
    pods: [...of('Deployment'), ...of('Job'), ...of('StatefulSet')].map(({ kind, metadata, spec }) => ({
      name: (metadata?.name ?? '').replace(kind === 'Job' ? HASH : '', ''),
      kind: kind ?? 'Deployment',
      labels: spec?.template.metadata?.labels ?? {},
      spec: spec!.template.spec!,
      container: spec!.template.spec!.containers[0]!,
    })),
  }
}

/** A `describe` for the manifests of each overlay. */
export function describeOverlays(name: string, define: (manifests: Manifests, overlay: Overlay) => void): void {
  for (const overlay of OVERLAYS) describe(`${name}: ${overlay}`, () => define(render(overlay), overlay))
}

/** Whether a selector chooses what has these labels; we use nothing but equality. */
export function selects({ matchLabels = {}, ...rest }: LabelSelector, labels: Labels): boolean {
  if (Object.keys(rest).length > 0) throw new Error(`what does ${Object.keys(rest).join(', ')} select?`)
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value)
}

/** The number of a port that is given by its number, or by its name in a pod. */
export const portNumber = (port: number | string, { ports = [] }: Container): number | undefined =>
  typeof port === 'number' ? port : ports.find(({ name }) => name === port)?.containerPort
