import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeOverlays, isProduction, selects, type PodTemplate } from './support/manifests.js'
import { REPOSITORY } from './support/repository.js'

/** The longest a service takes to stop, in seconds: `stopWithinMs` of its lifecycle, DRAIN_MS included. */
const STOPS_WITHIN = 24
/** Time until a terminating Pod is out of its Service: two failed probes, two seconds apart, or the endpoint update. */
const NOTICED_WITHIN_MS = 4_000

/** The folder of the laboratory, which counts as memory of its pod. */
const IN_MEMORY = { name: 'files', emptyDir: { medium: 'Memory', sizeLimit: '128Mi' } }

/** The volume of keystores. */
const WALLETS = 'trading-wallets'

describeOverlays('each pod may do no more than it must', (manifests, overlay) => {
  it('is held to the restricted standard by its namespace', () => {
    const { labels } = manifests.one('Namespace', 'trading').metadata!
    for (const mode of ['enforce', 'audit', 'warn'])
      expect(labels?.[`pod-security.kubernetes.io/${mode}`]).toBe('restricted')
  })

  describe.each(manifests.pods.map((pod): [string, PodTemplate] => [`${pod.kind} ${pod.name}`, pod]))(
    '%s',
    (_, pod) => {
      const { spec, container } = pod

      it('has one container, no volume of the host, and nothing of its network', () => {
        expect([...spec.containers, ...(spec.initContainers ?? [])]).toHaveLength(1)
        const others = spec.volumes?.filter(({ secret }) => secret === undefined) ?? []
        expect(others).toEqual(pod.name === 'lab' ? [IN_MEMORY] : [])
        expect([spec.hostNetwork, spec.hostPID, spec.hostIPC]).toEqual([undefined, undefined, undefined])
        expect(container.ports?.filter(({ hostPort }) => hostPort !== undefined) ?? []).toEqual([])
      })

      it('runs as a numbered user that is not root, and can become no other', () => {
        expect(spec.securityContext).toEqual({
          runAsNonRoot: true,
          runAsUser: 10_001,
          runAsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        })
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
      })

      it('has no way to the API of Kubernetes, and no variables that Kubernetes makes up', () => {
        expect(spec.automountServiceAccountToken).toBe(false)
        expect(spec.enableServiceLinks).toBe(false)
      })

      it('asks for what it takes, and takes no more memory than that of its limit', () => {
        const { requests, limits } = container.resources!
        expect(Object.keys(requests ?? {}).sort()).toEqual(['cpu', 'memory'])
        expect(Object.keys(limits ?? {})).toEqual(['memory'])
        const flagMb = (flag: string): number =>
          Number(new RegExp(`--max-${flag}-space-size=(\\d+)`).exec(valueOf(pod, 'NODE_OPTIONS') ?? '')?.[1] ?? 0)
        // The young generation is up to three times what it is told.
        const heapMb = flagMb('old') + 3 * flagMb('semi')
        expect(heapMb).toBeLessThan(megabytes(limits!['memory']!) * 0.8)
        expect(megabytes(requests!['memory']!)).toBeLessThanOrEqual(megabytes(limits!['memory']!))
      })

      it('comes from an image of an exact version', () => {
        expect(container.image).toMatch(/:\d+\.\d+\.\d+(-bookworm)?$/)
      })

      it('holds secrets by reference only', () => {
        const written = (container.env ?? []).filter(({ value }) => value !== undefined).map(({ name }) => name)
        expect(written.filter((name) => /PASSWORD|SECRET|TOKEN|REDIS_URL/.test(name))).toEqual([])
      })
    },
  )

  it('finds no secret among what is sent to the cluster', () => {
    expect(manifests.all.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const values = manifests.of('ConfigMap').flatMap(({ data = {} }) => Object.entries(data))
    expect(values.filter(([name]) => /PASSWORD|SECRET|TOKEN|REDIS_URL/.test(name))).toEqual([])
    expect(values.filter(([, value]) => /\/\/[^@/]*:[^@/]*@/.test(value))).toEqual([])
  })

  it('mounts certificates of databases, never their keys', () => {
    const volumes = manifests.pods.flatMap(({ spec }) => spec.volumes ?? []).filter(({ name }) => name !== WALLETS)
    for (const { secret } of volumes.filter(({ name }) => name !== IN_MEMORY.name))
      expect(secret?.items).toEqual([{ key: 'ca.crt', path: 'ca.crt' }])
  })

  it('gives keys of trading wallets to workers alone, and to nobody where live execution is off', () => {
    const holders = manifests.pods.filter(({ spec }) => spec.volumes?.some(({ name }) => name === WALLETS))
    expect(holders.map(({ name }) => name)).toEqual(overlay === 'production-live' ? ['trading-engine-worker'] : [])
    for (const { container } of holders)
      expect(container.volumeMounts?.find(({ name }) => name === WALLETS)?.readOnly).toBe(true)
  })
})

describeOverlays('replicas come and go without a request that fails', (manifests, overlay) => {
  const deployments = manifests.of('Deployment')

  it('starts a new one before an old one ends', () => {
    for (const { spec } of deployments)
      expect(spec?.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
  })

  it('serves on until nobody asks it any more, and is given longer to end than it takes', () => {
    for (const { name, kind, spec, container } of manifests.pods) {
      if (kind !== 'Deployment') continue
      expect([name, container.lifecycle]).toEqual([name, undefined])
      expect([name, spec.terminationGracePeriodSeconds! > STOPS_WITHIN]).toEqual([name, true])
      const drainMs = Number((container.env ?? []).find((variable) => variable.name === 'DRAIN_MS')?.value ?? 0)
      const { periodSeconds = 0, failureThreshold = 0 } = container.readinessProbe ?? {}
      expect([name, periodSeconds * failureThreshold * 1_000]).toEqual([name, NOTICED_WITHIN_MS])
      // Nobody sends requests to workers: they need not wait.
      if (name === 'trading-engine-worker') expect(drainMs).toBe(0)
      else expect([name, drainMs > NOTICED_WITHIN_MS]).toEqual([name, true])
    }
  })

  it('is asked whether it lives and whether it is ready, by the port that it serves', () => {
    for (const { kind, container } of manifests.pods) {
      if (kind !== 'Deployment') continue
      expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(container.startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
    }
  })

  it('loses one replica at a time to the upkeep of nodes, and spreads over them', () => {
    for (const { labels, kind, spec } of manifests.pods) {
      if (kind !== 'Deployment') continue
      const budgets = manifests
        .of('PodDisruptionBudget')
        .filter(({ spec: { selector } = {} }) => selects(selector!, labels))
      expect(budgets.map((budget) => budget.spec?.maxUnavailable)).toEqual([1])
      expect(spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ])
      // Counting the pods of the version before, a rollout leaves two of three new ones on one node.
      for (const { labelSelector, matchLabelKeys } of spec.topologySpreadConstraints ?? [])
        expect([selects(labelSelector!, labels), matchLabelKeys]).toEqual([true, ['pod-template-hash']])
    }
  })

  it('has more than one of each in production, and only ever one Redis and one laboratory', () => {
    const scaler = manifests.one('HorizontalPodAutoscaler', 'trading-engine-api').spec!
    const several = deployments.filter(({ metadata }) => metadata?.name !== 'lab')
    const counts = [scaler.minReplicas!, ...several.flatMap(({ spec }) => spec?.replicas ?? [])]
    // Requests of a run have to come to its process.
    expect(manifests.one('Deployment', 'lab').spec?.replicas).toBe(1)
    expect(counts.filter((count) => count < (isProduction(overlay) ? 3 : 1))).toEqual([])
    expect(manifests.one('StatefulSet', 'redis').spec?.replicas).toBe(1)
    // In no manifest: each apply would take back what the autoscaler has added. Docs have the first ones made by hand.
    expect(manifests.one('Deployment', 'trading-engine-api').spec?.replicas).toBeUndefined()
    const page = readFileSync(join(REPOSITORY, 'docs', 'DEPLOYING.md'), 'utf8')
    const [, byHand] = /kubectl scale .* trading-engine-api --replicas (\d+)/.exec(page) ?? []
    if (isProduction(overlay)) expect(Number(byHand)).toBe(scaler.minReplicas)
  })

  it('keeps each answered order on two servers in production', () => {
    for (const { spec } of manifests.of('Cluster')) {
      const expected = isProduction(overlay)
        ? { instances: 3, synchronous: { method: 'any', number: 1, dataDurability: 'required' } }
        : { instances: 1, synchronous: undefined }
      expect({ instances: spec.instances, synchronous: spec.postgresql.synchronous }).toEqual(expected)
    }
  })

  it('keeps nothing of what Redis holds', () => {
    const { args, volumeMounts } = manifests.pods.find(({ name }) => name === 'redis')!.container
    expect(args?.join(' ')).toContain('--save  --appendonly no')
    expect(args?.join(' ')).toContain('--maxmemory-policy volatile-lru')
    expect(volumeMounts).toBeUndefined()
  })
})

const valueOf = ({ container }: PodTemplate, name: string): string | undefined =>
  container.env?.find((variable) => variable.name === name)?.value

function megabytes(quantity: string | number): number {
  const [, amount, unit] = /^(\d+)(Mi|Gi)$/.exec(String(quantity))!
  return Number(amount) * (unit === 'Gi' ? 1024 : 1)
}
