import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const OUT = join(__dirname, '../dist-web')
const SHELL_MAX = 130_000
const ROUTE_MAX = 230_000
/** With charts. */
const WHOLE_ROUTE_MAX = 280_000
const FILES_MAX = 18

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

const ENTRY = 'index.html'
/** The styles that come with every screen. */
const CONTROLS = 'src/app/controls.css'

const manifest = JSON.parse(readFileSync(join(OUT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** The files that a chunk needs, with those of what it imports. */
function filesOf(name: string, seen = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}: npm run build`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const style of chunk.css ?? []) seen.add(style)
  for (const imported of chunk.imports ?? []) filesOf(imported, seen)
  return seen
}

const size = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + statSync(join(OUT, `${file}.br`)).size, 0)

describe('the size of the pages, compressed as they are sent', () => {
  it('is at most 130 kB of the shell', () => {
    expect(size(filesOf(ENTRY))).toBeLessThanOrEqual(SHELL_MAX)
  })

  const screens = (manifest[ENTRY]?.dynamicImports ?? []).filter((name) => name.startsWith('src/screens/'))
  const withScreen = (name: string) => [...filesOf(ENTRY), ...filesOf(CONTROLS), ...filesOf(name)]

  it.each(screens)('is at most 230 kB with %s', (name) => {
    expect(size(new Set(withScreen(name)))).toBeLessThanOrEqual(ROUTE_MAX)
  })

  it.each(screens)('is at most 280 kB with %s and all that it fetches later', (name) => {
    const later = (manifest[name]?.dynamicImports ?? []).flatMap((part) => [...filesOf(part)])
    expect(size(new Set([...withScreen(name), ...later]))).toBeLessThanOrEqual(WHOLE_ROUTE_MAX)
  })

  it.each(screens)('is at most 18 files with %s: a browser fetches six at a time', (name) => {
    expect(new Set(withScreen(name)).size).toBeLessThanOrEqual(FILES_MAX)
  })

  it('counts at least the screens that there are', () => {
    expect(screens.length).toBeGreaterThan(20)
    expect(screens.every((name) => existsSync(join(__dirname, '../web', name)))).toBe(true)
  })
})
