import { checkTypes } from './support/check-types.js'
import { describeOverlays, type Manifest } from './support/manifests.js'

const MINUTE = 60_000

describeOverlays('each manifest is of its kind', (manifests) => {
  it(
    'has no field that its kind does not know, no wrong value, and all it must have',
    () => {
      expect(checkTypes(manifests.all)).toEqual([])
    },
    MINUTE,
  )

  it(
    'would not be, with a mistake in it',
    () => {
      const [deployment, cluster] = [
        manifests.one('Deployment', 'trading-engine-api'),
        manifests.one('Cluster', 'trading-db'),
      ]
      const spoilt = [
        JSON.stringify(deployment).replace('livenessProbe', 'livenesProbe'),
        JSON.stringify(deployment).replace(
          '"terminationGracePeriodSeconds":30',
          '"terminationGracePeriodSeconds":"30"',
        ),
        JSON.stringify(deployment).replace(/"selector":\{"matchLabels":\{[^}]*\}\},/, ''),
        JSON.stringify(cluster).replace('"instances":', '"instance":0,"instances":'),
      ]
      const problems = checkTypes(spoilt.map((text) => JSON.parse(text) as Manifest))
        .join('\n')
        .replaceAll('"', '')
      expect(problems).toContain("'livenesProbe' does not exist")
      expect(problems).toContain("Type 'string' is not assignable to type 'number'")
      expect(problems).toContain("'selector' is missing")
      expect(problems).toContain("'instance' does not exist")
    },
    MINUTE,
  )

  it('is in the namespace, once', () => {
    const names = manifests.all.map(
      ({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name ?? ''}`,
    )
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !name.includes(' trading/'))).toEqual(['Namespace /trading'])
  })
})
