import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'tsdown'
import { PACKAGES } from './packages.mjs'
import { publishedManifest } from './published-manifest.mjs'

const RELEASE = join(import.meta.dirname, '..')
const ROOT = join(RELEASE, '..')
const OUT = join(RELEASE, 'out')

/** Builds, describes and packs a package. Returns the folder that was packed, and the path of the .tgz. */
export async function packPackage(name) {
  const { entries, formats, platform, bin = {} } = PACKAGES[name]
  const source = join(ROOT, 'packages', name)
  const folder = join(OUT, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  await build({
    cwd: source,
    config: false,
    entry: Object.fromEntries(
      Object.values({ ...entries, ...bin }).map((path) => [basename(path, '.ts'), join(source, path)]),
    ),
    format: formats,
    platform,
    target: 'node20',
    outDir: join(folder, 'dist'),
    tsconfig: join(RELEASE, 'tsconfig.pack.json'),
    dts: Object.keys(entries).length > 0,
    outExtensions: ({ format }) => (format === 'cjs' ? { js: '.cjs', dts: '.d.cts' } : { js: '.js', dts: '.d.ts' }),
    deps: { neverBundle: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }) },
    logLevel: 'error',
  })
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify(publishedManifest(manifest, PACKAGES[name]), null, 2)}\n`,
  )
  for (const page of [join(source, 'README.md'), join(ROOT, 'LICENSE')]) {
    if (existsSync(page)) copyFileSync(page, join(folder, basename(page)))
  }
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', OUT], { cwd: folder, encoding: 'utf8' })
  return { folder, tarball: join(OUT, JSON.parse(packed)[0].filename), hasTypes: Object.keys(entries).length > 0 }
}
