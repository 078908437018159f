/** A token whose price the fake GMX tells. */
export interface FakeToken {
  /** The name, the address and the decimals that GMX knows it by. */
  readonly token: string
  readonly address: string
  readonly decimals: number
  /** US dollars × 10^18. */
  readonly price: bigint
  /** Its market is listed, but nothing may be traded there. Default false. */
  readonly isDisabled?: boolean
}

/** A pair whose price the fake Ostium tells. */
export interface FakePair {
  readonly from: string
  readonly to: string
  /** × 10^18. */
  readonly price: bigint
  /** Default true. */
  readonly isOpen?: boolean
}
