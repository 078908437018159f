/** The example of docs/PAYOUTS.md, as a file and as a document. */
import { UNDECIDED, type Payout } from '../../core/model/account/payout.js'
import type { PayoutFigures } from '../../core/model/account/payout-figures.js'
import type { PayoutStatement } from '../../core/model/account/payout-statement.js'
import { decimal, rate, usd, type Usd } from '../../core/values/decimal.js'
import type { Micros } from '../../core/values/time.js'
import { statementCsv } from './statement-csv.js'
import { statementDocument } from './statement-document.js'
import { statementSections } from './statement-sections.js'

const money = (text: string): Usd => usd(decimal(text))
const at = (seconds: number): Micros => Date.parse('2026-11-28T10:00:00Z') * 1000 + seconds * 1_000_000

const PAYOUT: Payout = {
  ...UNDECIDED,
  ...{ id: 'payout-1', accountId: 'account-1', userId: 'user-1', clientId: 'c-1', amount: money('2750') },
  ...{ requestedAt: at(0), status: 'PAID', traderAmount: money('2575'), version: 3 },
  ...{ proposedBy: 'olga', proposedAt: at(60), decidedBy: 'otto', decidedAt: at(120) },
}

const FIGURES: PayoutFigures = {
  ...{ payoutId: 'payout-1', stage: 'REQUESTED', accountId: 'account-1', accountName: 'main' },
  ...{ planId: 'funded', planVersion: 2, initialBalance: money('100000'), balance: money('104000') },
  ...{ unrealizedPnl: money('-25.5'), equity: money('103974.5'), compensation: money('0'), buffer: money('250') },
  ...{ adjustments: money('974.5'), available: money('2750'), paidBefore: money('0'), at: at(0) },
  limits: [
    { limit: 'free_margin', amount: money('103974.5') },
    { limit: 'profit', amount: money('2750') },
  ],
  parts: [
    { amount: money('1000'), pct: rate(decimal('100')) },
    { amount: money('1750'), pct: rate(decimal('90')) },
  ],
}

const STATEMENT: PayoutStatement = {
  ...{ payout: PAYOUT, accountName: 'main', plan: { id: 'funded', version: 2, name: 'Funded 100k' } },
  challenge: { id: 'challenge-1', programId: 'two-step', programVersion: 4, programName: 'Two steps', phase: 'last' },
  ...{ requested: FIGURES, paid: { ...FIGURES, stage: 'PAID', at: at(120) } },
  adjustments: [
    {
      ...{ id: 'adjustment-1', accountId: 'account-1', positionId: 'position-1', rule: 'news' },
      ...{ amount: money('974.5'), reason: '=HYPERLINK("http://x")', at: at(-60) },
    },
  ],
  earlierAdjustments: { count: 0, amount: money('0') },
  debit: { transferId: 'transfer-1', balanceAfter: money('101250') },
}

const linesOf = (statement: PayoutStatement): readonly string[] =>
  statementCsv(statementSections(statement)).trimEnd().split('\r\n')

test('a file has a line for each figure, exact, and nobody who decided', () => {
  const lines = linesOf(STATEMENT)
  expect(lines).toEqual(
    expect.arrayContaining([
      'section,item,label,value,unit,note',
      'payout,status,Status,PAID,,',
      'payout,amount,Amount asked for,2750,USD,',
      'account,plan,Plan,funded v2,,Funded 100k',
      'account,program,Program,two-step v4,,Two steps',
      'request,initial_balance,Less the initial balance,-100000,USD,',
      'request,open_loss,Open loss,-25.5,USD,',
      'request,buffer,Less the buffer,-250,USD,',
      'request,adjustments,Less profit adjustments,-974.5,USD,',
      // 104000 − 25.5 − 100000 − 250 − 974.5
      'request,profit,Profit that can be paid,2750,USD,',
      'payment,available,Available: the least of the limits,2750,USD,',
      'split,tier_1_share,Tier 1: share of the trader,1000,USD,',
      // 1750 × 90 %
      'split,tier_2_share,Tier 2: share of the trader,1575,USD,',
      'split,firm_amount,To the firm,175,USD,',
      'paid,debited,Taken from the account,2750,USD,',
      'paid,balance_after,Balance after it,101250,USD,',
    ]),
  )
  expect(lines.join()).not.toMatch(/olga|otto/)
})

test('no text of a trader or an operator is a formula to a spreadsheet', () => {
  const names = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '＝1', 'a "quoted", name']
  const cells = names.map((accountName) =>
    linesOf({ ...STATEMENT, accountName }).find((line) => /account_name/.test(line)),
  )
  expect(cells.map((line) => line?.slice('account,account_name,Name,'.length))).toEqual([
    ...[`'=1+1,,`, `'+1,,`, `'-1+1,,`, `'@SUM(A1),,`, `'\t=1,,`, `'＝1,,`],
    '"a ""quoted"", name",,',
  ])
  expect(linesOf(STATEMENT).find((line) => line.startsWith('adjustments'))).toBe(
    'adjustments,adjustment-1,2026-11-28T09:59:00.000Z,-974.5,USD,"news, position position-1: =HYPERLINK(""http://x"")"',
  )
})

test('a rejected payout has its code and reason, no split and nothing paid; one of an operator’s share has a tier', () => {
  const rejected = {
    ...{ ...STATEMENT, paid: null, debit: null },
    payout: { ...PAYOUT, status: 'REJECTED', code: 'rules', reason: 'two accounts' },
  } as const
  const lines = linesOf(rejected)
  expect(lines).toEqual(expect.arrayContaining(['payout,code,Code,rules,,', 'payout,reason,Reason,two accounts,,']))
  expect(lines.filter((line) => /^(split|payment|paid),/.test(line))).toEqual([
    'paid,debited,Taken from the account,0,USD,',
  ])
  const shared = { ...PAYOUT, traderSharePct: rate(decimal('80')), traderAmount: money('2200') }
  const without = { ...FIGURES, paidBefore: null, parts: [] }
  const split = linesOf({ ...STATEMENT, payout: shared, requested: without, paid: without })
  expect(split.filter((line) => line.startsWith('split,')).map((line) => line.split(',')[3])).toEqual([
    ...['2750', '80', '2200', '2200', '550'],
  ])
})

test('earlier adjustments are one line, and payouts from before figures were kept have none', () => {
  const old = {
    ...STATEMENT,
    ...{ requested: null, paid: null, earlierAdjustments: { count: 3, amount: money('30') } },
  }
  const lines = linesOf(old)
  expect(lines).toContain('adjustments,earlier,3 earlier,-30,USD,')
  expect(lines.some((line) => /^(request|payment),/.test(line))).toBe(false)
})

test('a document writes amounts for people and is dated by the decision', () => {
  const { dated, sections } = statementDocument(STATEMENT)
  expect(dated).toBe(Date.parse('2026-11-28T10:02:00Z'))
  const rows = sections.flatMap((section) => section.rows)
  expect(rows.find(({ label }) => label === 'Less the initial balance')?.value).toBe('-100,000.00 USD')
  expect(rows.find(({ label }) => label === 'Open loss')?.value).toBe('-25.50 USD')
  expect(rows.find(({ label }) => label === 'Tier 2: to the trader')?.value).toBe('90 %')
})
