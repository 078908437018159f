/** A mean with the interval that holds the true one with 95 %. */
export interface MeanInterval {
  readonly value: number
  readonly low: number
  readonly high: number
}
