/** The words of a field by its path: name, unit, what is allowed, what it means. */
export interface FieldWords {
  readonly label: string
  readonly range: string
  readonly meaning: string
  readonly unit?: string
}

export type WordsByField = Readonly<Record<string, FieldWords>>

/** The names of options by field, where they mean something else than those of other fields. */
export type OptionsByField = Readonly<Record<string, Readonly<Record<string, string>>>>

export const words = (label: string, unit: string | undefined, range: string, meaning: string): FieldWords => ({
  ...{ label, range, meaning },
  ...(unit !== undefined && { unit }),
})
