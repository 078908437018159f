export const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US')

/** Milliseconds with three significant digits. */
export const formatMs = (value: number): string =>
  `${value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ms`
