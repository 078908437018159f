import { parseArgs } from 'node:util'

export const SECTIONS = [
  'place',
  'open',
  'operations',
  'reads',
  'pgbench',
  'baseline',
  'accounts',
  'orders',
  'gate',
  'market',
  'webhooks',
  'risk',
  'disk',
  'holds',
] as const
export type SectionName = (typeof SECTIONS)[number]

export interface Flags {
  /** Short cells and small populations: shows that everything runs, its figures mean nothing. */
  readonly isQuick: boolean
  readonly sections: readonly SectionName[]
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
  --gate                  with --only: adds the section that asks the real wallet
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
      gate: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      server: { type: 'string' },
      out: { type: 'string' },
      profile: { type: 'boolean', default: false },
      'write-results': { type: 'boolean', default: false },
    },
  })
  return {
    isQuick: values.quick,
    sections: sectionsOf(values.only, values.gate),
    outDir: values.out,
    server: serverOf(values.server),
    writesResults: values['write-results'],
    cellSeconds: secondsOf(values.seconds),
    isProfiled: values.profile,
  }
}

/** Always in the order of SECTIONS. */
function sectionsOf(only: string | undefined, withGate: boolean): readonly SectionName[] {
  if (only === undefined) return SECTIONS
  const requested = only.split(',').map((name) => name.trim())
  const unknown = requested.filter((name) => !SECTIONS.some((section) => section === name))
  if (unknown.length > 0) {
    throw new Error(`--only: there is no section ${unknown.join(', ')}; there are ${SECTIONS.join(', ')}`)
  }
  return SECTIONS.filter((section) => requested.includes(section) || (withGate && section === 'gate'))
}

function serverOf(server: string | undefined): Flags['server'] {
  if (server === undefined) return 'any'
  if (server === 'embedded' || server === 'system') return server
  throw new Error(`--server: ${server} is neither embedded nor system`)
}

function secondsOf(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined
  const value = Number(seconds)
  if (Number.isFinite(value) && value > 0) return value
  throw new Error(`--seconds: ${seconds} is not a number above 0`)
}
