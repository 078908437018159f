import { parseArgs } from 'node:util'

export const SECTIONS = [
  'place',
  'open',
  'operations',
  'batch',
  'reads',
  'pgbench',
  'baseline',
  'accounts',
  'orders',
  'gate',
  'market',
  'webhooks',
  'streams',
  'risk',
  'disk',
  'blocking',
  'overview',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** Kinds of requests that are compared with another revision. */
export const KINDS = ['orders', 'price', 'account', 'open'] as const
export type Kind = (typeof KINDS)[number]

export interface Against {
  /** As git takes it: a branch, a tag, a commit. */
  readonly revision: string
  readonly kinds: readonly Kind[]
  /** At most so many. */
  readonly pairs: number
}

export interface Flags {
  /** Set: the work tree is compared with a revision, and no section is run. */
  readonly against: Against | undefined
  /** Short cells and small populations: shows that everything runs, its figures mean nothing. */
  readonly isQuick: boolean
  /** Missing: each that the last run has not measured. */
  readonly sections: 'missing' | readonly SectionName[]
  /** Joins what it measures to the results of the last run. */
  readonly addsToLast: boolean
  /** Where latest.json and the plots go. */
  readonly outDir: string | undefined
  readonly server: 'embedded' | 'system' | 'any'
  /** Writes bench/RESULTS.md. */
  readonly writesResults: boolean
  /** Seconds of one timed cell, instead of the usual. */
  readonly cellSeconds: number | undefined
  /** Writes a CPU profile of every engine and wallet. */
  readonly isProfiled: boolean
}

export const USAGE = `npm run bench -- [flags]
  --quick                 short cells, small populations: a smoke run
  --only <section,…>      some of ${SECTIONS.join(', ')}
  --against <revision>    instead of sections: the work tree against a revision, in pairs of short cells
  --pairs <n>             with --against: at most so many (40)
  --only <kind,…>         with --against: some of ${KINDS.join(', ')}
  --gate                  with --only: adds the section that asks the real wallet
  --add                   goes on with the results of the last run, also of one that was interrupted: measures the
                          sections that it has not, or with --only those again, on the same machine and settings
  --seconds <n>           length of a timed cell
  --server embedded|system  the Postgres to use; else the system's where it has pgbench
  --out <dir>             where latest.json and the plots go (bench/results)
  --profile               a CPU profile of every engine and wallet, beside latest.json
  --write-results         writes bench/RESULTS.md`

/** Throws an Error that says which flag is wrong and what would be right. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      against: { type: 'string' },
      pairs: { type: 'string' },
      gate: { type: 'boolean', default: false },
      add: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      server: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'boolean', default: false },
      'write-results': { type: 'boolean', default: false },
    },
  })
  const { only, gate, add, against, pairs } = values
  if (against === undefined && pairs !== undefined) throw new Error('--pairs is of --against')
  if (against !== undefined && (gate || add || values['write-results']))
    throw new Error('--against runs no sections: --gate, --add and --write-results are of these')
  return {
    against: against === undefined ? undefined : againstOf(against, only, pairs),
    isQuick: values.quick,
    sections: against !== undefined ? [] : add && only === undefined ? 'missing' : sectionsOf(only, gate),
    addsToLast: add,
    outDir: values.out,
    server: serverOf(values.server),
    writesResults: values['write-results'],
    cellSeconds: values.seconds === undefined ? undefined : numberOf('--seconds', values.seconds),
    isProfiled: values.profile,
  }
}

const PAIRS = 40

function againstOf(revision: string, only: string | undefined, pairs: string | undefined): Against {
  // What begins with a dash, git would take for an option.
  if (!/^[^\s-]\S*$/.test(revision)) throw new Error(`--against: ${JSON.stringify(revision)} is not a revision`)
  const count = pairs === undefined ? PAIRS : numberOf('--pairs', pairs)
  if (!Number.isInteger(count)) throw new Error(`--pairs: ${pairs} is not a whole number`)
  const requested = only === undefined ? KINDS : namesOf(only, KINDS, 'kind')
  return { revision, kinds: KINDS.filter((kind) => requested.includes(kind)), pairs: count }
}

/** Always in the order of SECTIONS. */
function sectionsOf(only: string | undefined, withGate: boolean): readonly SectionName[] {
  if (only === undefined) return SECTIONS
  const requested = namesOf(only, SECTIONS, 'section')
  return SECTIONS.filter((section) => requested.includes(section) || (withGate && section === 'gate'))
}

function namesOf(only: string, names: readonly string[], what: string): readonly string[] {
  const requested = only.split(',').map((name) => name.trim())
  const unknown = requested.filter((name) => !names.includes(name))
  if (unknown.length === 0) return requested
  throw new Error(`--only: there is no ${what} ${unknown.join(', ')}; there are ${names.join(', ')}`)
}

function serverOf(server: string | undefined): Flags['server'] {
  if (server === undefined) return 'any'
  if (server === 'embedded' || server === 'system') return server
  throw new Error(`--server: ${server} is neither embedded nor system`)
}

function numberOf(flag: string, text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new Error(`${flag}: ${text} is not a number above 0`)
}
