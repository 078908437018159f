/** The parts that tests read of custom resources of the database and monitoring operators. */
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.js'

export interface Cluster {
  readonly apiVersion: 'postgresql.cnpg.io/v1'
  readonly kind: 'Cluster'
  readonly metadata: ObjectMeta
  readonly spec: {
    readonly instances: number
    readonly bootstrap: {
      readonly initdb: { readonly database: string; readonly owner: string }
    }
    readonly postgresql: {
      readonly parameters?: Readonly<Record<string, string>>
      readonly synchronous?: {
        readonly method: 'any' | 'first'
        readonly number: number
        readonly dataDurability?: 'required' | 'preferred'
      }
    }
  }
}

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

export interface PodMonitor {
  readonly apiVersion: 'monitoring.coreos.com/v1'
  readonly kind: 'PodMonitor'
  readonly metadata: ObjectMeta
  readonly spec: {
    readonly selector: LabelSelector
    readonly podMetricsEndpoints: readonly { readonly port: string }[]
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
