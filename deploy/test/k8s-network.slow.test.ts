import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js'
import { describeOverlays, type Labels, type Manifests } from './support/manifests.js'
import { connectionsOf, type Party, type Pod } from './support/network.js'

const TRADING = { name: 'trading', labels: { 'kubernetes.io/metadata.name': 'trading' } }

const elsewhere = (namespace: string, labels: Labels, namespaceLabels: Labels = {}): Pod => ({
  namespace: { name: namespace, labels: { 'kubernetes.io/metadata.name': namespace, ...namespaceLabels } },
  labels,
})

function partiesOf(manifests: Manifests): Readonly<Record<string, Pod>> {
  const ours = manifests.pods.map(({ name, labels, container }) => [name, { namespace: TRADING, labels, container }])
  const databases = manifests
    .of('Cluster')
    .map(({ metadata }) => [metadata.name, { namespace: TRADING, labels: { 'cnpg.io/cluster': metadata.name } }])
  const operator = { 'access.trading/operator': 'true' }
  const gateway = { 'access.trading/gateway': 'true' }
  const signer = { 'access.trading/signer': 'true' }
  return {
    ...(Object.fromEntries([...ours, ...databases]) as Record<string, Pod>),
    'ingress controller': elsewhere('ingress-nginx', { 'app.kubernetes.io/name': 'ingress-nginx' }),
    prometheus: elsewhere('monitoring', { 'app.kubernetes.io/name': 'prometheus' }),
    collector: elsewhere('monitoring', { 'app.kubernetes.io/name': 'opentelemetry-collector' }),
    'database operator': elsewhere('cnpg-system', { 'app.kubernetes.io/name': 'cloudnative-pg' }),
    dns: elsewhere('kube-system', { 'k8s-app': 'kube-dns' }),
    operator: elsewhere('desk', operator, operator),
    'unlabelled pod beside operators': elsewhere('desk', {}, operator),
    'pod that calls itself operator': elsewhere('other', operator),
    gateway: elsewhere('front', gateway, gateway),
    'pod that calls itself gateway': elsewhere('other', gateway),
    'pod that looks like the engine': elsewhere('other', manifests.pods[0]!.labels),
    'new pod in our namespace': { namespace: TRADING, labels: { app: 'other' } },
    'remote signer': elsewhere('signers', signer, signer),
    'pod that calls itself signer': elsewhere('other', signer),
    stranger: elsewhere('other', {}),
  }
}

/** Every port that something of ours listens on. */
const LISTENERS: Readonly<Record<string, readonly number[]>> = {
  'trading-engine-api': [4000, 4010, 4020],
  'trading-engine-worker': [4000, 4010],
  wallet: [4001, 4011],
  dashboard: [4002, 4012],
  'dashboard-operators': [4002, 4012],
  lab: [4003, 4013, 4023],
  redis: [6379],
  'trading-db': [5432, 8000, 9187],
  'wallet-db': [5432, 8000, 9187],
}

/** The only workloads that may connect to each listener. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  'trading-engine-api:4000': ['ingress controller'],
  'trading-engine-api:4010': ['dashboard-operators', 'operator', 'prometheus'],
  'trading-engine-api:4020': ['dashboard', 'dashboard-operators', 'gateway'],
  'trading-engine-worker:4000': [],
  'trading-engine-worker:4010': ['prometheus'],
  'wallet:4001': ['dashboard', 'dashboard-operators', 'gateway'],
  'wallet:4011': ['lab', 'prometheus', 'trading-engine-api', 'trading-engine-worker'],
  'dashboard:4002': ['ingress controller'],
  'dashboard:4012': ['prometheus'],
  'dashboard-operators:4002': ['ingress controller'],
  'dashboard-operators:4012': ['prometheus'],
  'lab:4003': ['ingress controller'],
  'lab:4013': ['prometheus'],
  'lab:4023': ['dashboard', 'dashboard-operators'],
  'redis:6379': ['dashboard', 'dashboard-operators', 'lab', 'trading-engine-api', 'trading-engine-worker', 'wallet'],
  'trading-db:5432': [
    'database operator',
    'trading-db',
    'trading-engine-api',
    'trading-engine-migrate',
    'trading-engine-worker',
  ],
  'trading-db:8000': ['database operator', 'trading-db'],
  'trading-db:9187': ['prometheus'],
  'wallet-db:5432': ['database operator', 'wallet', 'wallet-db', 'wallet-migrate'],
  'wallet-db:8000': ['database operator', 'wallet-db'],
  'wallet-db:9187': ['prometheus'],
}

const PRIVATE = [
  '0.0.0.1',
  '10.96.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2001:0:a00:1::1',
  '2001:db8::1',
  '2002:a00:1::1',
]

const PUBLIC = ['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111']

/** Every port of a listener, of servers outside, and some that nobody listens on. */
const PORTS = [
  22, 53, 80, 443, 4000, 4001, 4002, 4003, 4010, 4011, 4012, 4013, 4020, 4023, 4317, 4318, 5432, 6379, 6443, 8000, 8443,
  9187,
]
const OTHER_PORTS = [8888, 9000, 9001, 9229]

describeOverlays('connections', (manifests, overlay) => {
  const isLive = overlay === 'production-live'
  const policies: readonly NetworkPolicy[] = manifests.of('NetworkPolicy')
  const pods = partiesOf(manifests)
  const addresses = Object.fromEntries(
    [...PRIVATE, ...PUBLIC].map((address): [string, Party] => [address, { address }]),
  )
  const mayConnect = connectionsOf(policies, { ...pods, ...addresses }, [...PORTS, ...OTHER_PORTS])
  const senders = Object.keys(pods).filter((name) => pods[name]!.namespace === TRADING)
  const callersOf = (listener: string, port: number): readonly string[] =>
    Object.keys(pods)
      .filter((name) => mayConnect(name, listener, port))
      .sort()
  const reached = (sender: string, among: readonly string[], port: number): readonly string[] =>
    among.filter((address) => mayConnect(sender, address, port))

  it.each(
    Object.entries(LISTENERS).flatMap(([listener, ports]) => ports.map((port): [string, number] => [listener, port])),
  )('reach %s at %i from whom it is for, and from nobody else', (listener, port) => {
    expect(callersOf(listener, port)).toEqual(CALLERS[`${listener}:${port}`])
  })

  it('reach every other port of ours from nobody', () => {
    for (const [listener, ports] of Object.entries(LISTENERS)) {
      const closed = [
        22, 80, 443, 4000, 4001, 4002, 4003, 4010, 4011, 4012, 4013, 4020, 4023, 5432, 6379, 8000, 9187, 9229,
      ].filter((port) => !ports.includes(port))
      // The servers of a database call an API somewhere on these, which does not open them in any pod of ours.
      for (const port of closed) expect([listener, port, callersOf(listener, port)]).toEqual([listener, port, []])
    }
  })

  it('resolve names', () => {
    for (const name of [...manifests.pods.map((pod) => pod.name), 'trading-db', 'wallet-db'])
      expect([name, mayConnect(name, 'dns', 53)]).toEqual([name, true])
  })

  it('from workers reach the public internet, and nothing that is private', () => {
    for (const port of [443, 8443]) {
      expect(reached('trading-engine-worker', PUBLIC, port)).toEqual(PUBLIC)
      expect(reached('trading-engine-worker', PRIVATE, port)).toEqual([])
    }
  })

  it('from dashboards reach the provider on the public internet, by https alone', () => {
    for (const name of ['dashboard', 'dashboard-operators'])
      expect([reached(name, PUBLIC, 443), reached(name, PRIVATE, 443), reached(name, PUBLIC, 80)]).toEqual([
        PUBLIC,
        [],
        [],
      ])
  })

  it('from `api` pods reach RPC endpoints by https where live execution is on, and leave the cluster nowhere else', () => {
    const name = 'trading-engine-api'
    expect([reached(name, PUBLIC, 443), reached(name, PRIVATE, 443)]).toEqual([isLive ? PUBLIC : [], []])
    expect(reached(name, [...PUBLIC, ...PRIVATE], 8443)).toEqual([])
  })

  it('take what is to be signed from workers to the remote signer, and only where live execution is on', () => {
    const reaching = (signer: string, port: number) => senders.filter((name) => mayConnect(name, signer, port))
    expect(reaching('remote signer', 9000)).toEqual(isLive ? ['trading-engine-worker'] : [])
    expect(reaching('remote signer', 9001)).toEqual([])
    expect(reaching('pod that calls itself signer', 9000)).toEqual([])
  })

  it('from all others do not leave the cluster; databases ask the API of Kubernetes', () => {
    for (const name of senders) {
      if (/^trading-engine-(worker|api)$|^dashboard/.test(name)) continue
      const ports = [80, 443, 6443, 8443].filter((port) => reached(name, [...PUBLIC, ...PRIVATE], port).length > 0)
      expect([name, ports]).toEqual([name, name.endsWith('-db') ? [443, 6443] : []])
    }
  })

  it('take traces of the services to the collector, and nothing else there', () => {
    const reaching = (port: number) => senders.filter((name) => mayConnect(name, 'collector', port)).sort()
    expect(reaching(4318)).toEqual(['trading-engine-api', 'trading-engine-worker', 'wallet'])
    expect(reaching(4317)).toEqual([])
    expect(reaching(8888)).toEqual([])
  })

  it('are refused to pods that no policy knows', () => {
    expect(Object.keys(pods).filter((name) => mayConnect('new pod in our namespace', name, 443))).toEqual([])
    expect(mayConnect('stranger', 'new pod in our namespace', 443)).toBe(false)
  })

  it('would be open without the policies', () => {
    const others = policies.filter(({ metadata }) => metadata?.name !== 'wallet')
    expect(connectionsOf([], pods, [4011])('stranger', 'wallet', 4011)).toBe(true)
    expect(connectionsOf(others, pods, [4011])('trading-engine-api', 'wallet', 4011)).toBe(false)
  })
})
