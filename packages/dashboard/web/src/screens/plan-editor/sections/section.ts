/** How a field is typed: each is written as the JSON that the engine takes. */
export type FieldKind = 'text' | 'decimal' | 'whole' | 'flag' | 'choice' | 'set'

export interface PlanField {
  /** Its path in the document, joined by dots: the name of its words, too. One of a list has no places in it. */
  readonly name: string
  readonly kind: FieldKind
  /** The values of a choice or a set. */
  readonly options?: readonly string[]
  /** Written by the engine where the document has none. */
  readonly absent?: string
  /** Left out of the document while it is empty; `with-parent`: its object, too, when nothing else is in it. */
  readonly mayBeEmpty?: true | 'with-parent'
  /** Shown where another field has one of these values; and where the document has it anyway. */
  readonly onlyWith?: { readonly name: string; readonly values: readonly string[] }
  /** Written whole in the place of an object: by the value that stands for the object, and what it begins with. */
  readonly object?: { readonly value: string; readonly template: object }
}

/** Fields under one heading; one with `optional` may be left out as a whole, and `template` is what it begins with. */
export interface PlanSection {
  readonly name: SectionName
  readonly fields: readonly PlanField[]
  /** Shown while that section is there. */
  readonly within?: SectionName
  readonly optional?: {
    readonly path: string
    readonly template: object
    readonly off: 'null' | 'absent'
    /** A field that says less, and is there instead of the section. */
    readonly instead?: { readonly name: string; readonly from: string }
  }
  /** A list, of which each item has the fields. */
  readonly list?: { readonly path: string; readonly item: object; readonly max: number }
}

export type SectionName =
  | 'plan'
  | 'day'
  | 'drawdown'
  | 'stop'
  | 'daily'
  | 'exposure'
  | 'classes'
  | 'stopRequired'
  | 'idea'
  | 'hedging'
  | 'copying'
  | 'flatBy'
  | 'holding'
  | 'strikes'
  | 'objective'
  | 'objectiveDays'
  | 'objectiveConsistency'
  | 'inactivity'
  | 'payouts'
  | 'split'
  | 'payoutDays'
  | 'payoutConsistency'
  | 'payoutHolding'
  | 'scaling'
  | 'news'
  | 'costs'
  | 'execution'

export const field = (name: string, kind: FieldKind, options?: readonly string[]): PlanField => ({
  name,
  kind,
  ...(options === undefined ? {} : { options }),
})

/** A field that is left out of the document while it is empty. */
export const optionalField = (name: string, kind: FieldKind, options?: readonly string[]): PlanField => ({
  ...field(name, kind, options),
  mayBeEmpty: true,
})
