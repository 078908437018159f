/** The PromQL expressions of alerts and of dashboard panels. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { PrometheusRule } from './custom-resources.js'
import { REPOSITORY } from './repository.js'

export interface Expression {
  /** The alert, or the name of the dashboard's file. */
  readonly of: string
  readonly kind: 'alert' | 'dashboard'
  readonly text: string
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly schemaVersion: number
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
  readonly panels: readonly Panel[]
}

export interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number }
  readonly datasource?: { readonly type: string; readonly uid: string }
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } }
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly legendFormat: string }[]
}

const MONITORING = join(REPOSITORY, 'k8s', 'components', 'monitoring')

/** By the name of their file, without `.json`. */
export async function readDashboards(): Promise<ReadonlyMap<string, Dashboard>> {
  const folder = join(MONITORING, 'dashboards')
  const read = async (file: string) =>
    [file.replace(/\.json$/, ''), JSON.parse(await readFile(join(folder, file), 'utf8')) as Dashboard] as const
  return new Map(await Promise.all((await readdir(folder)).sort().map(read)))
}

export async function readRules(): Promise<PrometheusRule['spec']> {
  return (parse(await readFile(join(MONITORING, 'alerts.yaml'), 'utf8')) as PrometheusRule).spec
}

export async function readExpressions(): Promise<readonly Expression[]> {
  const rules = (await readRules()).groups.flatMap((group) => group.rules)
  const ofAlerts = rules.map(({ alert, expr }): Expression => ({ of: alert, kind: 'alert', text: expr }))
  const ofDashboards = [...(await readDashboards())].flatMap(([name, { panels }]) =>
    panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }): Expression => ({ of: name, kind: 'dashboard', text: expr })),
    ),
  )
  return [...ofAlerts, ...ofDashboards]
}

export interface Selected {
  /** The metric, without what Prometheus appends for a histogram. */
  readonly metric: string
  /** The labels by which its series are chosen. */
  readonly labels: readonly string[]
}

/** Every selector has braces: ours choose a namespace at least. */
export const selectedBy = ({ text }: Expression): readonly Selected[] =>
  [...text.matchAll(/([a-z_][a-z0-9_]*)\{([^}]*)\}/g)].map(([, name = '', matchers = '']) => ({
    metric: name.replace(/_(bucket|sum|count)$/, ''),
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~?|!=|!~)/g)].map(([, label = '']) => label),
  }))
