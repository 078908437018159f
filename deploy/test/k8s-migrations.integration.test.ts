import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { draw } from '@ats/test-kit'
import { describeOverlays, render, type Manifests } from './support/manifests.js'
import { REPOSITORY } from './support/repository.js'

/** The manifests of production as they would be after a change of one of its files. */
async function changed(file: string, from: string | RegExp, to: string): Promise<Manifests> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await cp(join(REPOSITORY, 'k8s'), folder, { recursive: true })
    const path = join(folder, file)
    const text = await readFile(path, 'utf8')
    expect(text).toMatch(from)
    await writeFile(path, text.replace(from, to))
    return render('production', join(folder, 'overlays'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const jobsOf = (manifests: Manifests) => new Map(manifests.of('Job').map((job) => [job.metadata?.name ?? '', job]))

/** The Jobs that a second apply would have to change, which Kubernetes refuses, and the new ones. */
function applied(before: Manifests, after: Manifests) {
  const [old, next] = [jobsOf(before), jobsOf(after)]
  const refused = [...next].filter(
    ([name, job]) => old.has(name) && JSON.stringify(old.get(name)) !== JSON.stringify(job),
  )
  const added = [...next.keys()].filter((name) => !old.has(name)).map((name) => name.replace(/-[a-z0-9]{10}$/, ''))
  return { refused, added }
}

const IMAGES = 'overlays/production/kustomization.yaml'

const CHANGES: readonly (readonly [string, Parameters<typeof changed>, readonly string[]])[] = [
  ['nothing', [IMAGES, '# What is yours', '# All that is yours'], []],
  ['the version of one service', [IMAGES, /(trading-engine, newTag: )1\.0\.0/, '$11.1.0'], ['trading-engine-migrate']],
  [
    'the registry',
    [IMAGES, /registry\.example\.com/g, 'registry.example.org'],
    ['trading-engine-migrate', 'wallet-migrate'],
  ],
  [
    'the address of a database',
    ['overlays/production/wallet.env', /^/, 'DATABASE_URL=postgres://w@b/c\n'],
    ['wallet-migrate'],
  ],
  ['any other setting', ['overlays/production/trading-engine.env', 'MARKET_HOURS=venue', 'MARKET_HOURS=always'], []],
]
// Each is a run of kubectl over all manifests.
test.each(draw(CHANGES, 3, ([what]) => `job ${what}`))(
  'an apply after a change of %s changes no Job that is there',
  async (_what, change, added) => {
    expect(applied(render('production'), await changed(...change))).toEqual({ refused: [], added })
  },
)

describeOverlays('the Jobs that migrate', (manifests) => {
  it.each(['trading-engine', 'wallet'])(
    'of %s have the image and the database of its service, and go by themselves',
    (service) => {
      const [job, ...others] = manifests
        .of('Job')
        .filter(({ metadata }) => metadata?.name?.startsWith(`${service}-migrate-`))
      expect(others).toEqual([])
      const { ttlSecondsAfterFinished, template } = job!.spec!
      expect(ttlSecondsAfterFinished).toBeGreaterThan(3_600)
      const { image } = template.spec!.containers[0]!
      const serving = manifests.of('Deployment').flatMap(({ spec }) => spec!.template.spec!.containers)
      expect(serving.filter(({ name }) => name === service).map((container) => container.image)).toContain(image)
      const settings = manifests
        .of('ConfigMap')
        .find(({ metadata }) => metadata?.name?.startsWith(`${service}-settings-`))
      const { DATABASE_URL } = settings?.data ?? {}
      expect(manifests.one('ConfigMap', job!.metadata!.name!).data).toEqual({ DATABASE_URL, IMAGE: image })
    },
  )
})
