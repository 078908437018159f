import type { Account } from '../../core/model/account/account.js'
import { usd, type Usd } from '../../core/values/decimal.js'
import type { FundingPayment, FundingSum } from '../../core/execution/funding.js'
import { ASSET_CLASSES, type AssetClass } from '../../core/model/market/instrument.js'
import { signedAmount } from '../../core/model/account/ledger.js'
import type { Micros } from '../../core/values/time.js'
import { formatTimestamp } from '../../core/values/time.js'
import type { Instruments } from '../../core/model/decision-context.js'
import type { WriteDecimal } from '../decimals.js'

export interface AccountFunding {
  readonly window: { readonly from: Micros | null; readonly to: Micros | null }
  /** Over the whole window. */
  readonly sums: readonly FundingSum[]
  /** Newest first, as many as the window's limit lets through. */
  readonly payments: readonly FundingPayment[]
}

/** Funding of an account, by asset class. Amounts above 0 were received; `paid` and `received` are never negative. */
export function fundingBody(
  account: Account,
  { window: { from, to }, sums, payments }: AccountFunding,
  instruments: Instruments,
  write: WriteDecimal,
): Record<string, unknown> {
  const classOf = ({ symbol }: { readonly symbol: string }): AssetClass | undefined =>
    instruments.find(symbol)?.assetClass
  return {
    account_id: account.id,
    currency: account.plan.currency,
    from: from === null ? null : formatTimestamp(from),
    to: to === null ? null : formatTimestamp(to),
    totals: totalsBody(sums, write),
    by_asset_class: Object.fromEntries(
      ASSET_CLASSES.map((assetClass) => [
        assetClass,
        {
          ...totalsBody(
            sums.filter((sum) => classOf(sum) === assetClass),
            write,
          ),
          payments: payments
            .filter((payment) => classOf(payment) === assetClass)
            .map((payment) => paymentBody(payment, write)),
        },
      ]),
    ),
  }
}

function totalsBody(sums: readonly FundingSum[], write: WriteDecimal): Record<string, unknown> {
  const paid = total(sums.map((sum) => sum.paid))
  const received = total(sums.map((sum) => sum.received))
  return { paid: write(paid), received: write(received), net: write(usd(received - paid)) }
}

const total = (amounts: readonly Usd[]): Usd => usd(amounts.reduce<bigint>((sum, amount) => sum + amount, 0n))

const paymentBody = ({ transfer, symbol, venue }: FundingPayment, write: WriteDecimal): Record<string, unknown> => ({
  id: transfer.id,
  position_id: transfer.positionId,
  symbol,
  venue,
  house: transfer.house,
  amount: write(signedAmount(transfer)),
  rate: transfer.funding === null ? null : write(transfer.funding.rate),
  funding_at: transfer.funding === null ? null : formatTimestamp(transfer.funding.at),
  timestamp: formatTimestamp(transfer.at),
})
