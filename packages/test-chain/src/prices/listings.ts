/** A token whose price the fake GMX tells. */
export interface ListedToken {
  /** The name, the address and the decimals that GMX knows it by. */
  readonly token: string
  readonly address: string
  readonly decimals: number
  /** US dollars × 10^18. */
  readonly price: bigint
  /** Its market is listed, but nothing may be traded there. Default false. */
  readonly isDisabled?: boolean
  /** Fields of its market in place of the usual ones; undefined: it has none of the name. */
  readonly market?: Readonly<Record<string, unknown>>
}

/** A pair whose price the fake Ostium tells. */
export interface ListedPair {
  readonly from: string
  readonly to: string
  /** × 10^18. */
  readonly price: bigint
  /** Default true. */
  readonly isOpen?: boolean
  /** Fields of its rates in place of the usual ones; undefined: they have none of the name. */
  readonly rates?: Readonly<Record<string, unknown>>
}
