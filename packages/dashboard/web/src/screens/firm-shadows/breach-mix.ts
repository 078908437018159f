import type { Shadows } from '../../api/firm/firm-shadows.js'

type Table = Shadows['table']
type FirmColumn = Table['own']

interface MixCount {
  readonly accounts: number
  readonly share: FirmColumn['paid']
}

/** The accounts of a kind under both plans; null: none. */
export interface MixRow {
  readonly name: string
  readonly own: MixCount | null
  readonly shadow: MixCount | null
}

/** The kinds of both columns side by side, those of the own plans first. */
export function mixOf(
  { own, shadow }: Table,
  kindsOf: (column: FirmColumn) => readonly (MixCount & { readonly name: string })[],
): readonly MixRow[] {
  const [owned, shadowed] = [kindsOf(own), kindsOf(shadow)]
  const names = new Set([...owned, ...shadowed].map(({ name }) => name))
  const find = (kinds: typeof owned, name: string): MixCount | null => kinds.find((kind) => kind.name === name) ?? null
  return [...names].map((name) => ({ name, own: find(owned, name), shadow: find(shadowed, name) }))
}
