import type { ObjectiveState } from '@ats/sdk/types'

export const text = {
  title: 'Objective',
  met: 'met',
  notYet: 'not yet',
  nothing: 'none',
  figure: (value: string, needed: string) => `${value} / ${needed}`,
  names: {
    profit_target: 'Profit target',
    flat: 'Open positions',
    trading_days: 'Trading days',
    consistency: 'Consistency',
    time_limit: 'Days used',
  } satisfies Readonly<Record<ObjectiveState['objective'], string>>,
}
