import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WEB = join(__dirname, '../web/src')
const WORDS = join(WEB, 'text/en')

/** A place in a source where words can be named: `text`, `text.columns`, or what they were called there. */
interface Mention {
  readonly source: string
  readonly name: string
}

const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.startsWith('text'))
  .map((path) => readFileSync(join(WEB, path), 'utf8'))

const importOf = (file: string) => new RegExp(`^import \\{([^}]*)\\} from '[./]*text/en/${file}\\.js'$`, 'm')

/** The sources that may name words of a file: itself, and those that import them, each with their name there. */
function importsOf(file: string, group: string): readonly Mention[] {
  const own = { source: readFileSync(join(WORDS, `${file}.ts`), 'utf8'), name: group }
  const others = sources.flatMap((source) => {
    const [line, names] = importOf(file).exec(source) ?? []
    const name = new RegExp(`\\b${group}(?: as (\\w+))?`).exec(names ?? '')
    if (line === undefined || name === null) return []
    return [{ source: source.replace(line, ''), name: name[1] ?? group }]
  })
  return [own, ...others]
}

/** Where a key is named: behind its parent, or by the name that it was taken out of it with. */
function mentionsOf(key: string, parents: readonly Mention[]): readonly Mention[] {
  return parents.flatMap(({ source, name }) => {
    const taken = new RegExp(`const \\{ ${key}(?:: (\\w+))? \\} = ${name}$`, 'm').exec(source)
    const direct = new RegExp(`\\b${name}\\.${key}\\b`).test(source) ? [{ source, name: `${name}.${key}` }] : []
    return taken === null ? direct : [...direct, { source: source.replace(taken[0], ''), name: taken[1] ?? key }]
  })
}

/** True where a group of words is not only named to take one word of it: any of its words may be shown. */
const isTakenWhole = ({ source, name }: Mention): boolean => new RegExp(`(?<![\\w.])${name}(?![\\w.:])`).test(source)

function unused(words: object, mentions: readonly Mention[], path: string): string[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    const own = mentionsOf(key, mentions)
    if (own.length === 0) return [`${path}${key}`]
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isGroup && !own.some(isTakenWhole) ? unused(value, own, `${path}${key}.`) : []
  })
}

const isFunction = (value: unknown): boolean => typeof value === 'function'

describe('the words of the pages', () => {
  const files = readdirSync(WORDS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))

  it.each(files)('%s: each is shown somewhere', async (file) => {
    const groups = Object.entries((await import(join(WORDS, `${file}.ts`))) as Readonly<Record<string, unknown>>)
    // Those in capitals are looked up by a function of the same file.
    const shown = groups.filter((entry): entry is [string, object] => /^[a-z]/.test(entry[0]) && !isFunction(entry[1]))
    expect(shown.flatMap(([group, words]) => unused(words, importsOf(file, group), `${group}.`))).toEqual([])
  })
})
