/** The objective as `ats risk` tells it. */
import type { Risk } from '@ats/sdk'
import { objectiveFacts } from './risk.js'

type Objective = NonNullable<Risk['objective']>
const plain = { profit: '120.5', profit_target: '800', trading_days: 2, min_trading_days: 4 } as unknown as Objective

test('an objective of a target and days is one line, and none is none', () => {
  expect(objectiveFacts(plain)).toEqual([['objective', 'profit 120.50 of 800.00, day 2 of 4']])
  expect(objectiveFacts(null)).toEqual([])
})

test('each part of an objective is a line: whether it is met, and what that means', () => {
  const part = (objective: string, met: boolean, sentence: string) => ({ objective, met, sentence })
  const objectives = [
    part('profit_target', true, 'realised profit is at the target of 800 USD'),
    part('consistency', false, 'the best day, 500 USD, is 62.5 % of what was earned'),
  ]
  expect(objectiveFacts({ ...plain, objectives } as unknown as Objective)).toEqual([
    ['objective: profit_target', { text: `met: ${objectives[0]!.sentence}`, style: 'green' }],
    ['objective: consistency', { text: `not yet: ${objectives[1]!.sentence}`, style: 'yellow' }],
  ])
})
