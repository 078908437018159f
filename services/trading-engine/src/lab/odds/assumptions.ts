/** The sentences on what an answer takes for granted; only those that matter to the plans it is about. */
import type { OddsQuestion } from '../../core/read/odds.js'

export function assumptionsOf({ source, phases, balance, unmarked, days }: OddsQuestion): readonly string[] {
  const risks = phases.map(({ plan }) => plan.risk)
  const pays = risks.some(({ payouts, objective }) => payouts !== undefined && objective === null)
  const sentences: readonly (readonly [boolean, string])[] = [
    [true, SOURCES[source.method]],
    [true, 'The trader goes on as before: not bolder after losses, not more careful near a floor.'],
    [balance !== null, 'Sizes grow with the initial balance of the plan, and not with what was won or lost since.'],
    [balance === null, 'Sizes are taken as they are, whatever the initial balance of the plan.'],
    [true, 'Trades of a day come one after the other, each closed on its day: what was open together is not added up.'],
    [
      true,
      'Within a trade the highest open profit comes before the largest open loss: the harder order for floors that trail.',
    ],
    [
      unmarked > 0,
      `Of ${unmarked} trades no marks are known: how far they were in profit or at a loss while open is left out.`,
    ],
    [
      source.method === 'PARAMETRIC',
      'Each won trade earns the mean of the won ones, each lost one loses the mean of the lost ones: there are no outliers.',
    ],
    [
      true,
      'Floors are met at the mark that reaches them: neither slippage nor fees of closing out, and no gaps beyond it.',
    ],
    [
      risks.some(({ orderRules, newsFreeze }) => orderRules !== undefined || newsFreeze !== null),
      'Rules about single orders (news, stops, holding times, exposure, hours) refuse and close nothing here.',
    ],
    [
      true,
      `An attempt has ${days} days for each phase, days without a trade included, and begins each phase immediately.`,
    ],
    [
      pays,
      'All that can be paid is asked for at the end of the first day on which the terms allow it, and is approved then.',
    ],
    [risks.some(({ scaling }) => scaling !== undefined), 'The account does not grow: its scaling is left out.'],
  ]
  return sentences.filter(([holds]) => holds).map(([, sentence]) => sentence)
}

const SOURCES = {
  DAY_BOOTSTRAP: 'Each day is one of the sample, drawn by itself: what follows on a day before is left out.',
  BLOCK_BOOTSTRAP: 'Days are drawn in blocks of the sample, so that runs of good and bad days stay together.',
  PARAMETRIC: 'Trades are won or lost by chance, each independent of the others.',
} as const
