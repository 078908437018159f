/**
 * The parts we use of the custom resources of the database and monitoring operators, after their references: enough to
 * find a misspelt field. No published types for them install on the Node of this repository.
 */
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.js'
import type { ResourceRequirements } from 'kubernetes-types/core/v1.js'

/** https://cloudnative-pg.io/documentation/current/cloudnative-pg.v1/ */
export interface Cluster {
  readonly apiVersion: 'postgresql.cnpg.io/v1'
  readonly kind: 'Cluster'
  readonly metadata: ObjectMeta
  readonly spec: {
    readonly imageName: string
    readonly instances: number
    readonly bootstrap: {
      readonly initdb: { readonly database: string; readonly owner: string; readonly dataChecksums?: boolean }
    }
    readonly postgresql: {
      readonly parameters?: Readonly<Record<string, string>>
      readonly synchronous?: {
        readonly method: 'any' | 'first'
        readonly number: number
        readonly dataDurability?: 'required' | 'preferred'
      }
    }
    readonly affinity?: {
      readonly enablePodAntiAffinity?: boolean
      readonly topologyKey?: string
      readonly podAntiAffinityType?: 'preferred' | 'required'
    }
    readonly storage: { readonly size: string; readonly storageClass?: string }
    readonly resources: ResourceRequirements
  }
}

/** https://prometheus-operator.dev/docs/api-reference/api/ */
export interface ServiceMonitor {
  readonly apiVersion: 'monitoring.coreos.com/v1'
  readonly kind: 'ServiceMonitor'
  readonly metadata: ObjectMeta
  readonly spec: {
    readonly selector: LabelSelector
    readonly endpoints: readonly {
      readonly port: string
      readonly path: string
      readonly interval: string
      readonly honorLabels: boolean
    }[]
  }
}

export interface PrometheusRule {
  readonly apiVersion: 'monitoring.coreos.com/v1'
  readonly kind: 'PrometheusRule'
  readonly metadata: ObjectMeta
  readonly spec: { readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[] }
}

export interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: 'critical' | 'warning' }
  readonly annotations: { readonly summary: string }
}
