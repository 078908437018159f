/** Random lives until limits are breached: what is sealed then recomputes equal, and whatever is altered is named. */
import fc from 'fast-check'
import { decimal, rate, usd } from '../../src/core/values/decimal.js'
import type { EvidenceBundle } from '../../src/wire/evidence/evidence-bundle.js'
import { nameOfRow, sealOf, type EvidenceRow } from '../../src/wire/evidence/evidence-rows.js'
import { steps } from '../support/random-accounts/account-steps.js'
import { startChecker } from '../support/random-accounts/check-evidence.js'
import { beginEvidenceLife } from '../support/random-accounts/evidence-life.js'
import { DRAWDOWN_MODES, REFERENCES, type DrawdownMode, type Reference } from '../../src/core/model/plan/loss-rules.js'
import type { Plan } from '../../src/core/model/plan/plan.js'
import { aPlan } from '../support/plans/plans.js'

const BREACHES = process.env['SUITE'] === 'whole' ? 1_000 : 6

const checker = startChecker()
afterAll(() => checker.end())

const percent = (...texts: readonly string[]) => fc.constantFrom(...texts.map((text) => rate(decimal(text))))
const plans = fc
  .record({
    leverageMax: fc.constantFrom('5', '20'),
    marginMode: fc.constantFrom('CROSS', 'ISOLATED'),
    maxDrawdown: fc.record({
      mode: fc.constantFrom('STATIC', 'TRAILING_EOD', 'TRAILING_INTRADAY'),
      pct: percent('0.5', '2', '1000'),
      lockAtInitial: fc.boolean(),
    }),
    dailyLoss: fc.record({
      base: fc.constantFrom('INITIAL', 'BALANCE', 'EQUITY', 'HIGHER_OF'),
      pct: percent('0.3', '1', '1000'),
      action: fc.constantFrom('TERMINATE', 'LOCK'),
    }),
    initialBalance: fc.constantFrom('10000', '100000'),
    costs: fc.constantFrom({}, { borrowing: true, rollover: true, oracleFee: true }),
  })
  .map(aPlan)
/** The same with the rules of versions that have `trading_day`. */
const presentPlans = fc
  .tuple(
    plans,
    fc.record({
      mode: fc.constantFrom<DrawdownMode>(...DRAWDOWN_MODES),
      pct: percent('0.5', '2', '90'),
      peakOf: fc.constantFrom('BALANCE' as const, 'EQUITY' as const),
      lockOffset: fc.constantFrom(null, usd(decimal('100'))),
    }),
    fc.record({
      reference: fc.constantFrom<Reference>(...REFERENCES),
      amountBase: fc.constantFrom('INITIAL' as const, 'REFERENCE' as const),
    }),
  )
  .map(([plan, drawdown, daily]): Plan => {
    const { maxDrawdown, dailyLoss } = plan.risk
    const rules = { maxDrawdown: { ...maxDrawdown, ...drawdown, onFirstPayout: 'KEEP' as const } }
    const risk = { ...plan.risk, ...rules, dailyLoss: dailyLoss && { ...dailyLoss, ...daily } }
    return { ...plan, risk: { ...risk, words: 'PRESENT', bothCrossed: 'STRICTEST' } }
  })
const lives = fc.tuple(fc.oneof(plans, presentPlans), fc.array(steps, { minLength: 200, maxLength: 200, size: 'max' }))

const isOf =
  (wanted: string) =>
  ({ kind }: EvidenceRow) =>
    kind === wanted
/**
 * A tick of a breach at which nothing was filled is there for its mark alone. Where a position was liquidated at that
 * tick, the breach is judged without it, and a liquidation holds at any mark beyond its price.
 */
const marksOf = ({ rows }: EvidenceBundle) => {
  const quoteKey = ({ venue, symbol, tick }: EvidenceRow) => JSON.stringify([venue, symbol, tick])
  const ticks = new Set(rows.filter(isOf('breach')).map((row) => row['tick']))
  const liquidated = new Set(rows.filter(isOf('liquidation')).map(quoteKey))
  return (row: EvidenceRow) =>
    ticks.has(row['tick']) && JSON.stringify([row['bids'], row['asks']]) === '[[],[]]' && !liquidated.has(quoteKey(row))
}
const hasBreach = ({ rows }: EvidenceBundle): boolean => rows.some(isOf('breach'))

/** The evidence of life after life, until they hold as many breaches, and a tick that is there for one's mark alone. */
async function evidenceOf(breaches: number): Promise<readonly (readonly EvidenceBundle[])[]> {
  const all: (readonly EvidenceBundle[])[] = []
  let [found, isMarked] = [0, false]
  for (let seed = Number(process.env['FAST_CHECK_SEED']); found < breaches || !isMarked; seed++) {
    const [[plan, life] = never()] = fc.sample(lives, { numRuns: 1, seed })
    const lived = beginEvidenceLife(plan, all.length)
    // A test alone brings an account to life again that was closed.
    for (const step of life) if (step.type !== 'state') lived.live(step)
    const bundles = await lived.bundles()
    found += bundles.flatMap(({ rows }) => rows).filter(({ kind }) => kind === 'breach').length
    const breached = bundles.find(hasBreach)
    isMarked ||= breached !== undefined && breached.ticks.some(marksOf(breached))
    if (bundles.length > 0) all.push(bundles)
  }
  return all
}
const never = (): never => {
  throw new Error('a sample has one value')
}

let evidence: readonly (readonly EvidenceBundle[])[]
beforeAll(async () => {
  evidence = await evidenceOf(BREACHES)
}, 1_800_000)

test('every breach and liquidation recomputes equal', () => {
  expect(checker.check(...evidence)).toEqual(['all is equal'])
  const kinds = new Set(evidence.flat().flatMap(({ rows }) => rows.map(({ kind }) => kind)))
  const rare = process.env['SUITE'] === 'whole' ? ['high', 'liquidation'] : []
  for (const kind of ['day', 'fill', 'transfer', 'breach', ...rare]) expect(kinds).toContain(kind)
})

test('and so do bundles from before they had all levels of the books that were taken', () => {
  const older = evidence.map((bundles) => {
    let previous: string | null = null
    return bundles.map(({ ticks: all, rows, ...bundle }) => {
      const prices = new Set(
        rows.filter(isOf('fill')).map((row) => `${nameOfRow({ ...row, kind: 'tick' })} ${String(row['price'])}`),
      )
      const ticks = all.map((tick) => {
        const levels = (side: string) =>
          (tick[side] as string[][]).filter(([at], index) => index === 0 || prices.has(`${nameOfRow(tick)} ${at}`))
        return { ...tick, bids: levels('bids'), asks: levels('asks') }
      })
      const before = { ...bundle.sealed, taken: undefined }
      const seals = Object.fromEntries([...rows, ...ticks].map((row) => [nameOfRow(row), sealOf(row)]))
      const sealed = { ...before, previous, seals }
      previous = sealOf(sealed)
      return { ...bundle, rows, ticks, sealed, hash: previous }
    })
  })
  expect(checker.check(...older)).toEqual(['all is equal'])
})

type Alter = (row: EvidenceRow) => EvidenceRow
const more = (text: unknown): string => `${BigInt(String(text).split('.')[0]!) + 1n}`
const plusOne =
  (field: string): Alter =>
  (row) => ({ ...row, [field]: more(row[field]) })

/** A row of the bundle is another; where there are several that may be, one in the middle of them. */
function altered(bundle: EvidenceBundle, list: 'ticks' | 'rows', isOne: (row: EvidenceRow) => boolean, alter: Alter) {
  const places = bundle[list].flatMap((row, index) => (isOne(row) ? [index] : []))
  const place = places[places.length >> 1]
  if (place === undefined) return null
  const name = nameOfRow(bundle[list][place]!)
  return { name, bundle: { ...bundle, [list]: bundle[list].with(place, alter(bundle[list][place]!)) } }
}

/** A forger can seal again, but what was decided does not follow from what is sealed then. */
describe('figures find what was sealed again', () => {
  const forged = ({ sealed, ...bundle }: EvidenceBundle): EvidenceBundle => {
    const seals = Object.fromEntries([...bundle.rows, ...bundle.ticks].map((row) => [nameOfRow(row), sealOf(row)]))
    return { ...bundle, sealed: { ...sealed, seals }, hash: sealOf({ ...sealed, seals }) }
  }
  test.each([
    ['the mark of a breach', 'ticks', marksOf, plusOne('mark')],
    ['the amount of a transfer', 'rows', () => isOf('transfer'), plusOne('amount')],
    ['the value of a breach', 'rows', () => isOf('breach'), plusOne('value')],
    ['the limit of a breach', 'rows', () => isOf('breach'), plusOne('limit')],
    ['the price of a fill', 'rows', () => isOf('fill'), plusOne('price')],
  ] as const)('%s', (_what, list, which, alter) => {
    const all = evidence.flatMap((bundles) => {
      const bundle = bundles.find(hasBreach)
      const one = bundle === undefined ? null : altered(bundle, list, which(bundle), alter)
      return one === null ? [] : [[forged(one.bundle)]]
    })
    expect(all.length).toBeGreaterThan(0)
    const found = new Set(checker.check(...all).map((line) => line.split(',')[0]))
    expect(found.size).toBe(all.length)
  })

  test('and the bundle after it, which names the hash of the one before', () => {
    const chains = evidence.filter(({ length }) => length > 1)
    const lines = checker.check(...chains.map(([first, ...others]) => [{ ...first!, hash: 'f'.repeat(64) }, ...others]))
    for (const [index] of chains.entries())
      expect(lines).toContain(`${index}.json, bundle 2: bundle: it does not follow the one before`)
    const gaps = evidence.filter(({ length }) => length > 2).map((bundles) => bundles.toSpliced(1, 1))
    if (gaps.length > 0) expect(checker.check(...gaps)).toHaveLength(gaps.length)
  })
})

type WithPlan = EvidenceBundle['sealed'] & {
  readonly plan: { readonly daily_loss: object; readonly max_drawdown: object }
}

/** Bundles that lie, sealed again from the lie on, so that every hash is right: each is found in what it says. */
describe('a bundle that lies', () => {
  const resealed = (bundles: readonly EvidenceBundle[]): readonly EvidenceBundle[] => {
    let previous: string | null = null
    return bundles.map(({ sealed, rows, ticks, ...bundle }) => {
      const seals = Object.fromEntries([...rows, ...ticks].map((row) => [nameOfRow(row), sealOf(row)]))
      const again = { ...sealed, previous, seals }
      previous = sealOf(again)
      return { ...bundle, rows, ticks, sealed: again, hash: previous }
    })
  }
  /** The chains with another last bundle. */
  const withLast = (
    lie: (bundle: EvidenceBundle) => Partial<EvidenceBundle> | null,
  ): readonly (readonly EvidenceBundle[])[] =>
    evidence.flatMap((bundles) => {
      const last = bundles.at(-1)!
      const told = lie(last)
      return told === null ? [] : [resealed([...bundles.slice(0, -1), { ...last, ...told }])]
    })
  const foundIn = (chains: readonly (readonly EvidenceBundle[])[]): number =>
    new Set(checker.check(...chains).flatMap((line) => /^(\d+)\.json, .*: (?!it is not sealed)/.exec(line)?.[1] ?? []))
      .size

  const isFill = ({ kind }: EvidenceRow) => kind === 'fill'
  const isNeeded = ({ rows }: EvidenceBundle) => {
    const needed = new Set(
      rows
        .filter(({ kind }) => kind === 'fill' || kind === 'trigger')
        .map((row) => nameOfRow({ ...row, kind: 'tick' })),
    )
    return (tick: EvidenceRow) => needed.has(nameOfRow(tick))
  }
  const withPlan = (bundle: EvidenceBundle, plan: object) => {
    const sealed = bundle.sealed as WithPlan
    return { sealed: { ...bundle.sealed, plan: { ...sealed.plan, ...plan } } }
  }
  /** Plans of random lives have whole ones. */
  const OTHER_PCT = '90.5'
  const LIES: Readonly<Record<string, (bundle: EvidenceBundle) => Partial<EvidenceBundle> | null>> = {
    'leaves out a fill': ({ rows }) => {
      const at = rows.findLastIndex((row) => isFill(row) && row['fee'] !== '0')
      return at < 0 ? null : { rows: rows.toSpliced(at, 1) }
    },
    'swaps the prices of two fills': ({ rows }) => {
      const fills = rows.filter(isFill)
      const [one, other] = [
        fills[0],
        fills.findLast((row) => row['symbol'] === fills[0]!['symbol'] && row['price'] !== fills[0]!['price']),
      ]
      if (one === undefined || other === undefined) return null
      const swapped = new Map([
        [one, other['price']],
        [other, one['price']],
      ])
      return { rows: rows.map((row) => (swapped.has(row) ? { ...row, price: swapped.get(row) } : row)) }
    },
    'drops a tick that a fill or a trigger names': (bundle) => {
      const at = bundle.ticks.findIndex(isNeeded(bundle))
      return at < 0 ? null : { ticks: bundle.ticks.toSpliced(at, 1) }
    },
    'leaves out a transfer before a breach': ({ rows }) => {
      const [at, breach] = [
        rows.findIndex(({ kind }) => kind === 'transfer'),
        rows.findLastIndex(({ kind }) => kind === 'breach'),
      ]
      return at < 0 || breach < at ? null : { rows: rows.toSpliced(at, 1) }
    },
    'adds a fee': ({ rows }) => {
      const at = rows.findLastIndex((row) => row['house'] === 'fees')
      const breach = rows.findLastIndex(({ kind }) => kind === 'breach')
      return at < 0 || breach < 0 ? null : { rows: rows.toSpliced(at + 1, 0, { ...rows[at]!, id: 'another' }) }
    },
    // So much more that the charge of a few milliseconds, which is rounded up, is another one, too.
    'charges more for time': ({ rows }) => {
      const at = rows.findIndex((row) => typeof row['rate'] === 'string' && row['rate'] !== '0')
      return at < 0 ? null : { rows: rows.with(at, { ...rows[at]!, rate: '987654.321' }) }
    },
    'tells another rate of the venue': ({ rows, sealed }) => {
      const row = rows.findLast(({ accrued }) => accrued !== null && accrued !== undefined)
      const rates = sealed.rates?.map((one) => ({ ...one, carry: ['0.123', '0.456'] }))
      return row === undefined || rates === undefined ? null : { sealed: { ...sealed, rates } }
    },
    'has other limits': (bundle) => {
      const isDaily = bundle.rows.some((row) => row['rule'] === 'daily_loss_limit')
      const isAny = isDaily || bundle.rows.some((row) => row['rule'] === 'max_drawdown')
      if (!isAny) return null
      const { plan } = bundle.sealed as WithPlan
      return withPlan(
        bundle,
        isDaily
          ? { daily_loss: { ...plan.daily_loss, pct: OTHER_PCT } }
          : { max_drawdown: { ...plan.max_drawdown, pct: OTHER_PCT } },
      )
    },
    'moves a trigger': ({ rows }) => {
      const at = rows.findIndex(({ kind }) => kind === 'trigger')
      if (at < 0) return null
      return { rows: rows.with(at, { ...rows[at]!, price: rows[at]!['fires'] === 'ABOVE' ? '9999999' : '0.000001' }) }
    },
    'began with more money': ({ sealed }) => {
      const opening = { ...sealed.opening, balance: '123456.789' }
      return { sealed: { ...sealed, opening } }
    },
  }
  test.each(Object.entries(LIES))('%s', (_what, lie) => {
    const chains = withLast(lie)
    if (process.env['SUITE'] === 'whole') expect(chains.length).toBeGreaterThan(0)
    expect(foundIn(chains)).toBe(chains.length)
  })

  test('is not sealed any more, or is another one than a trader has', () => {
    const [bundles = []] = evidence
    const unsealed = bundles.map((bundle) => ({ ...bundle, hash: null }))
    expect(checker.check(unsealed)).toContain('0.json, bundle 1: bundle: its hash is not that of its seals')
    const more = plusOne('start_high_water_mark')
    const rows = bundles[0]!.rows.map((row) => (row.kind === 'day' ? more(row) : row))
    const lines = checker.check(bundles, resealed([{ ...bundles[0]!, rows }, ...bundles.slice(1)]))
    expect(lines.filter((line) => line.startsWith('1.json, bundle 1: ')).join()).toContain(
      'another bundle has it otherwise',
    )
  })

  test('tells other prices of a tick than the bundle of another account', () => {
    const tick = evidence[0]![0]!.ticks[0]!
    const [other = []] = evidence.slice(1)
    const ticks = [...other[0]!.ticks, { ...tick, bid: more(tick['bid']) }]
    const lines = checker.check(evidence[0]!, resealed([{ ...other[0]!, ticks }, ...other.slice(1)]))
    expect(lines).toContain(`1.json, bundle 1: ${nameOfRow(tick)}: another bundle has it otherwise`)
  })
})
