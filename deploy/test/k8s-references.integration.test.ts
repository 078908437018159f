import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  describeOverlays,
  isProduction,
  portNumber,
  selects,
  type Labels,
  type Manifests,
  type PodTemplate,
} from './support/manifests.js'
import { REPOSITORY } from './support/repository.js'

/** Secrets and services that CloudNativePG creates for each database. */
const madeFor = (cluster: string) => ({
  secrets: [`${cluster}-app`, `${cluster}-ca`],
  services: [`${cluster}-rw`, `${cluster}-ro`, `${cluster}-r`],
})

/** Each service's settings, and what its Deployments, its Job and others call it by. */
const SECRETS_OF_OPERATORS = [
  ...['dashboard', 'dashboard-operators', 'lab', 'redis', 'trading-engine', 'wallet'],
  ...['live-execution', 'notifications', 'trading-wallets'],
]

const DASHBOARDS = ['dashboard', 'dashboard-operators'] as const

describeOverlays('what names something else names what is there', (manifests, overlay) => {
  const clusters = manifests.of('Cluster').map(({ metadata }) => metadata.name!)
  const podsOf = (selector: Labels): readonly PodTemplate[] =>
    manifests.pods.filter(({ labels }) => selects({ matchLabels: selector }, labels))

  it('selects its own pods, and no pod has two owners', () => {
    const owners = [...manifests.of('Deployment'), ...manifests.of('StatefulSet')]
    for (const { metadata, spec } of owners) {
      const selected = manifests.pods.filter(({ labels }) => selects(spec!.selector, labels))
      expect(selected.map(({ name }) => name)).toEqual([metadata?.name])
    }
  })

  it('leads from each Service to a port of pods', () => {
    for (const { metadata, spec } of manifests.of('Service')) {
      const pods = podsOf(spec!.selector!)
      expect([metadata?.name, pods.length]).toEqual([metadata?.name, 1])
      for (const { port, targetPort } of spec!.ports!) {
        expect([metadata?.name, portNumber(targetPort!, pods[0]!.container)]).toEqual([metadata?.name, port])
      }
    }
  })

  it('leads from each Ingress to a Service: to the engine by the API and its documentation alone', () => {
    const pathsOf = (name: string) =>
      (manifests.one('Ingress', name).spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? [])
    expect(pathsOf('trading-engine').map(({ path }) => path)).toEqual(['/v1', '/docs', '/openapi.json'])
    const { annotations } = manifests.one('Ingress', 'trading-engine').metadata!
    expect(annotations?.['nginx.ingress.kubernetes.io/upstream-hash-by']).toBe('$http_x_api_key$http_authorization')
    expect(pathsOf('lab').map(({ path }) => path)).toEqual(['/v1/lab', '/lab', '/openapi.json'])
    for (const name of DASHBOARDS) {
      expect(pathsOf(name).map(({ path, backend }) => [path, backend.service?.name])).toEqual([['/', name]])
      const settings = manifests.of('ConfigMap').find(({ metadata }) => metadata?.name?.startsWith(`${name}-settings`))
      const hosts = manifests.one('Ingress', name).spec?.rules?.map(({ host }) => `https://${host}`)
      expect(hosts).toEqual([settings?.data?.['PUBLIC_ORIGIN']])
    }
  })

  it('monitors what is there', () => {
    for (const { spec } of manifests.of('ServiceMonitor')) {
      const services = manifests.of('Service').filter(({ metadata }) => selects(spec.selector, metadata?.labels ?? {}))
      const ports = services.flatMap((service) => service.spec?.ports ?? []).map(({ name }) => name)
      for (const { port } of spec.endpoints) expect(ports).toContain(port)
    }
  })

  it('reads the metrics of each database in production, as CloudNativePG serves them', () => {
    const monitored = manifests
      .of('PodMonitor')
      .map(({ spec }) => [
        spec.selector.matchLabels?.['cnpg.io/cluster'],
        spec.podMetricsEndpoints.map(({ port }) => port),
      ])
    expect(monitored).toEqual(isProduction(overlay) ? clusters.map((cluster) => [cluster, ['metrics']]) : [])
  })

  it('gives each StatefulSet a headless Service of its pods', () => {
    for (const { spec } of manifests.of('StatefulSet')) {
      const { clusterIP, selector } = manifests.one('Service', spec!.serviceName).spec!
      expect([clusterIP, selects({ matchLabels: selector! }, spec!.template.metadata!.labels!)]).toEqual(['None', true])
    }
  })

  it('is of kinds that Kubernetes has, or that docs/DEPLOYING.md has one look for before', async () => {
    const page = await readFile(join(REPOSITORY, 'docs', 'DEPLOYING.md'), 'utf8')
    const [, listed = ''] = /\nkubectl get crd ([^`]*)\n```/.exec(page) ?? []
    const custom = manifests.all
      .map(({ apiVersion, kind }) => [apiVersion.split('/')[0] ?? '', kind] as const)
      .filter(([group]) => group.includes('.') && !group.endsWith('.k8s.io'))
      .map(([group, kind]) => `${kind.toLowerCase()}s.${group}`)
    expect(custom.filter((name) => !listed.split(/[\s\\]+/).includes(name))).toEqual([])
    expect(custom.length).toBeGreaterThan(1)
  })

  it('takes settings from ConfigMaps that are there, and secrets from those that the docs have one make', () => {
    const secrets = [...SECRETS_OF_OPERATORS, ...clusters.flatMap((cluster) => madeFor(cluster).secrets)]
    for (const { container, spec } of manifests.pods) {
      const maps = [
        ...(container.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name),
        ...(container.env ?? []).flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef?.name ?? []),
      ]
      for (const name of maps) expect(manifests.of('ConfigMap').map(({ metadata }) => metadata?.name)).toContain(name)
      const used = [
        ...(container.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []),
        ...(spec.volumes ?? []).flatMap(({ secret }) => secret?.secretName ?? []),
      ]
      expect(used.filter((name) => !secrets.includes(name))).toEqual([])
    }
  })

  it('mounts each volume where its certificate is looked for', () => {
    for (const { spec, container } of manifests.pods) {
      const volumes = (spec.volumes ?? []).map(({ name }) => name)
      expect((container.volumeMounts ?? []).map(({ name }) => name)).toEqual(volumes)
      const url = databaseUrl(manifests, container.env, container.envFrom)
      if (url === undefined) continue
      const file = new URL(url).searchParams.get('sslrootcert')!
      const mounts = (container.volumeMounts ?? []).filter(({ mountPath }) => file === `${mountPath}/ca.crt`)
      expect(mounts.map(({ name }) => name)).toEqual([`${new URL(url).hostname.replace('-rw', '')}-ca`])
    }
  })

  it('speaks to databases that are there, by their own names, over TLS, and past no pooler', () => {
    const services = clusters.map((cluster) => madeFor(cluster).services[0])
    for (const { data, metadata } of manifests.of('ConfigMap')) {
      if (metadata?.labels?.['grafana_dashboard'] !== undefined || /^(?:dashboard|lab)/.test(metadata?.name ?? ''))
        continue
      const { hostname, port, searchParams, pathname, username } = new URL(data!['DATABASE_URL']!)
      expect(services).toContain(hostname)
      const { initdb } = manifests.one('Cluster', hostname.replace('-rw', '')).spec.bootstrap
      expect([port, pathname, username]).toEqual(['5432', `/${initdb.database}`, initdb.owner])
      expect(searchParams.get('sslmode')).toBe('verify-full')
    }
  })

  it('has the dashboards ask by Services and ports that are there, and only operators by theirs', () => {
    for (const name of DASHBOARDS) {
      const { data = {} } = manifests
        .of('ConfigMap')
        .find(({ metadata }) => metadata?.name?.startsWith(`${name}-settings`))!
      const asked = ['ENGINE_URL', 'WALLET_URL', 'LAB_URL', 'OPERATOR_URL'].flatMap((setting) => data[setting] ?? [])
      expect(asked).toHaveLength(name === 'dashboard' ? 3 : 4)
      for (const url of asked) {
        const { hostname, port } = new URL(url)
        expect(manifests.one('Service', hostname).spec?.ports?.map((one) => one.port)).toContain(Number(port))
      }
    }
  })

  it('asks the wallet by the Service and port of its internal listener', () => {
    const engine = manifests
      .of('ConfigMap')
      .find(({ metadata }) => metadata?.name?.startsWith('trading-engine-settings'))!
    const { hostname, port } = new URL(engine.data!['WALLET_URL']!)
    expect(manifests.one('Service', hostname).spec?.ports).toEqual([
      { name: 'internal', port: Number(port), targetPort: 'internal' },
    ])
  })
})

function databaseUrl(
  manifests: Manifests,
  env: PodTemplate['container']['env'] = [],
  envFrom: PodTemplate['container']['envFrom'] = [],
): string | undefined {
  const ref = env.find(({ name }) => name === 'DATABASE_URL')?.valueFrom?.configMapKeyRef ?? envFrom[0]?.configMapRef
  return ref === undefined ? undefined : manifests.one('ConfigMap', ref.name!).data?.['DATABASE_URL']
}
