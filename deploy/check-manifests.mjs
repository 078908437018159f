/**
 * Checks each overlay of k8s/ as it would be sent to a cluster: that Kubernetes knows every field (kubeconform, with the
 * schemas of the oldest version that we support), what is good practice (kube-score), and that alerts and dashboards ask
 * Prometheus what it understands (promtool).
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { findModule, findTool, render } from './tools.mjs'

/** The APIs that our manifests use, of Kubernetes 1.30. */
const KUBERNETES = 'sigs.k8s.io/kubectl-validate@v0.0.4'
const KUBERNETES_APIS = 'pkg/openapiclient/builtins/1.30'
const APIS = [
  'api/v1',
  'apis/apps/v1',
  'apis/autoscaling/v2',
  'apis/batch/v1',
  'apis/networking.k8s.io/v1',
  'apis/policy/v1',
]

const MONITORING = 'github.com/prometheus-operator/prometheus-operator@v0.85.0'
const MONITORING_RESOURCES = ['podmonitors', 'prometheusrules', 'servicemonitors']

/** CloudNativePG publishes no module that Go can fetch: what we use of its resource is written here. */
const OWN_SCHEMAS = join(import.meta.dirname, 'schemas')

/** Tests of kube-score that do not hold here, each with its reason. */
const EXCEPTIONS = JSON.parse(readFileSync(join(import.meta.dirname, 'kube-score.json'), 'utf8'))

/** Lets no object have fields that its schema does not name. */
function closed(schema) {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  const isOpen = copy.properties === undefined || copy['x-kubernetes-preserve-unknown-fields'] === true
  return isOpen ? copy : { additionalProperties: false, ...copy }
}

function writeSchemas(folder) {
  const write = (name, schema) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema))
  for (const api of APIS) {
    const { components } = JSON.parse(
      readFileSync(join(findModule(KUBERNETES), KUBERNETES_APIS, `${api}.json`), 'utf8'),
    )
    const file = api.replaceAll('/', '-')
    write(file, closed({ components }))
    for (const [name, schema] of Object.entries(components.schemas))
      for (const { group, version, kind } of schema['x-kubernetes-group-version-kind'] ?? [])
        write(fileName(kind, group, version), { $ref: `${file}.json#/components/schemas/${name}` })
  }
  for (const resource of MONITORING_RESOURCES) {
    const file = join('example', 'prometheus-operator-crd', `monitoring.coreos.com_${resource}.yaml`)
    const { group, names, versions } = parse(readFileSync(join(findModule(MONITORING), file), 'utf8')).spec
    for (const { name, schema } of versions) write(fileName(names.kind, group, name), closed(schema.openAPIV3Schema))
  }
}

/** As kubeconform looks for them. */
const fileName = (kind, group, version) =>
  [kind, ...(group === '' ? [] : [group.split('.')[0]]), version].join('-').toLowerCase()

function passes(program, args) {
  console.log(`\n${basename(program)} ${args[0]} ${args.at(-1)}`)
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (error?.code === 'ENOENT') throw new Error(`${program} is not installed`)
  if (error !== undefined) throw error
  return status === 0
}

function scoreArguments(overlay, file) {
  const exceptions = Object.keys({ ...EXCEPTIONS.everywhere, ...EXCEPTIONS[overlay] })
  const ignored = exceptions.flatMap((test) => ['--ignore-test', test])
  // Pods ask for the processor time they need, and may take what is left over: a limit would slow them down for nothing.
  const options = ['--ignore-container-cpu-limit', '--enable-optional-test', 'container-seccomp-profile']
  return ['score', '--output-format', 'ci', '--exit-one-on-warning', ...options, ...ignored, file]
}

/** Writes what promtool reads: the rules of alerts, their tests, and the expressions of dashboards as rules. */
function writeRules(folder, manifests) {
  const write = (name, groups) => writeFileSync(join(folder, name), stringify({ groups }))
  const groups = manifests.filter(({ kind }) => kind === 'PrometheusRule').flatMap(({ spec }) => spec.groups)
  const dashboards = manifests
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.labels?.grafana_dashboard === '1')
    .flatMap(({ data }) => Object.values(data).map((text) => JSON.parse(text)))
  const expressions = dashboards.flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets))
  if (groups.length === 0 || expressions.length === 0) throw new Error('there are no alerts or no dashboards')
  write('rules.yaml', groups)
  const rules = expressions.map(({ expr }, index) => ({
    record: `panel_${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }))
  write('dashboards.yaml', [{ name: 'dashboards', rules }])
  copyFileSync(join(import.meta.dirname, 'test', 'alerts.promtool.yaml'), join(folder, 'alerts.promtool.yaml'))
}

const folder = mkdtempSync(join(tmpdir(), 'manifests-'))
try {
  writeSchemas(folder)
  const overlays = readdirSync(join(import.meta.dirname, '..', 'k8s', 'overlays'))
  const files = overlays.map((overlay) => join(folder, `${overlay}.yaml`))
  overlays.forEach((overlay, index) => writeFileSync(files[index], render(overlay)))
  writeRules(
    folder,
    parseAllDocuments(render('production')).map((document) => document.toJS()),
  )
  const schemas = [folder, OWN_SCHEMAS].flatMap((path) => [
    '-schema-location',
    `${path}/{{.ResourceKind}}{{.KindSuffix}}.json`,
  ])
  const [kubeconform, kubeScore] = [findTool('kubeconform'), findTool('kube-score')]
  const results = [
    passes(kubeconform, ['-strict', '-summary', ...schemas, ...files]),
    ...overlays.map((overlay, index) => passes(kubeScore, scoreArguments(overlay, files[index]))),
    passes('promtool', ['check', 'rules', '--lint=all', '--lint-fatal', join(folder, 'rules.yaml')]),
    passes('promtool', ['test', 'rules', join(folder, 'alerts.promtool.yaml')]),
    passes('promtool', ['check', 'rules', join(folder, 'dashboards.yaml')]),
  ]
  const failed = results.filter((passed) => !passed).length
  console.log(`\nManifests: ${results.length - failed} checks passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
