/** The worked example of docs/LEDGER.md is what the core does, row by row. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatDecimal } from '../../values/decimal.js'
import { HOUSE_ACCOUNTS, signedAmount } from './ledger.js'
import { market } from '../../../../test/support/commands.js'
import { aTrader, type Trader } from '../../../../test/support/trader.js'

const DOCUMENT = join(__dirname, '../../../../../../docs/LEDGER.md')

interface Row {
  readonly house: string
  readonly direction: string
  readonly amount: string
  readonly balanceAfter: string
}

/** The cells of the example's table, without its head and its first column. */
function documentedRows(): readonly Row[] {
  const [, example = ''] = readFileSync(DOCUMENT, 'utf8').split('## A worked example')
  const rows = example.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((line) => {
    const [, , house = '', direction = '', amount = '', balanceAfter = ''] = line.split('|').map((cell) => cell.trim())
    return { house: house.replaceAll('`', ''), direction, amount, balanceAfter }
  })
}

function tradeTheExample(): Trader {
  const trader = aTrader()
  const trade = (side: 'BUY' | 'SELL', size: string, at: string): void => {
    trader.script.setPrice('BTC-USD', at)
    trader.placed(market(side, size))
  }
  trade('BUY', '2', '20000')
  trade('SELL', '0.5', '21000')
  trade('SELL', '2', '19500')
  trade('BUY', '0.5', '19000')
  return trader
}

test('the documented example', () => {
  const booked = tradeTheExample().transfers.map(({ house, direction, amount, balanceAfter }): Row => ({
    house,
    direction,
    amount: formatDecimal(amount),
    balanceAfter: formatDecimal(balanceAfter),
  }))
  expect(documentedRows()).toHaveLength(9)
  expect(booked).toEqual(documentedRows())
})

test('with the house accounts, all is 0', () => {
  const { account, transfers } = tradeTheExample()
  const held = HOUSE_ACCOUNTS.map((house) => {
    const moved = transfers.filter((transfer) => transfer.house === house)
    return -moved.reduce((sum, transfer) => sum + signedAmount(transfer), 0n)
  })
  expect(Object.fromEntries(HOUSE_ACCOUNTS.map((house, index) => [house, formatDecimal(held[index] ?? 0n)]))).toEqual({
    ...{ realized_pnl: '0', fees: '59.4', funding: '0', borrowing: '0', rollover: '0', oracle_fees: '0' },
    capital: '-100000',
  })
  expect(held.reduce((sum, each) => sum + each, account.balance)).toBe(0n)
})

test('every transfer names the fill and the position it came from', () => {
  const { fills, transfers } = tradeTheExample()
  for (const transfer of transfers.slice(1)) {
    const fill = fills.find(({ id }) => id === transfer.fillId)
    expect(transfer.positionId).toBe(fill?.positionId)
    expect(transfer.amount).toBe(transfer.house === 'fees' ? fill?.fee : abs(fill?.realizedPnl ?? 0n))
  }
})

const abs = (value: bigint): bigint => (value < 0n ? -value : value)
