import type { Account } from '../../core/model/account/account.js'
import { usd, type Usd } from '../../core/values/decimal.js'
import type { FundingPayment, FundingSum } from '../../core/execution/funding.js'
import { ASSET_CLASSES, type AssetClass } from '../../core/model/market/instrument.js'
import { signedAmount, type HouseAccount } from '../../core/model/account/ledger.js'
import type { Micros } from '../../core/values/time.js'
import type { Instruments } from '../../core/model/decision-context.js'
import { codecOf, field, recordOf, type Fields } from '../codec/codec.js'
import { decimal, listOf, oneOf, orNull, present, text, time, uuid, venue } from '../codec/kinds.js'

interface FundingOfSymbols {
  /** Over the whole window. */
  readonly sums: readonly FundingSum[]
  /** Newest first, as many as the window's limit lets through. */
  readonly payments: readonly FundingPayment[]
}

export interface AccountFunding extends FundingOfSymbols {
  readonly account: Account
  readonly window: { readonly from: Micros | null; readonly to: Micros | null }
  readonly instruments: Instruments
}

const paidOf = ({ sums }: FundingOfSymbols): Usd => total(sums.map(({ paid }) => paid))
const receivedOf = ({ sums }: FundingOfSymbols): Usd => total(sums.map(({ received }) => received))

const total = (amounts: readonly Usd[]): Usd => usd(amounts.reduce<bigint>((sum, amount) => sum + amount, 0n))

/** `paid` and `received` are never negative. */
const totalFields = {
  paid: field(decimal, paidOf),
  received: field(decimal, receivedOf),
  net: field(decimal, (funding) => receivedOf(funding) - paidOf(funding)),
} satisfies Fields<FundingOfSymbols>

const paymentCodec = codecOf<FundingPayment>('FundingPayment')({
  id: field(uuid, ({ transfer }) => transfer.id),
  position_id: field(present(uuid), ({ transfer }) => transfer.positionId),
  symbol: field(text, ({ symbol }) => symbol),
  venue: field(venue, (payment) => payment.venue),
  house: field(
    oneOf<HouseAccount>(['funding', 'borrowing', 'rollover'], 'FundingKind'),
    ({ transfer }) => transfer.house,
    'The house account of its transfer in the ledger.',
  ),
  amount: field(decimal, ({ transfer }) => signedAmount(transfer)),
  rate: field(
    orNull(decimal),
    ({ transfer }) => transfer.funding?.rate ?? null,
    'Null: a venue has settled it with a fill of a LIVE account.',
  ),
  funding_at: field(orNull(time), ({ transfer }) => transfer.funding?.at ?? null),
  timestamp: field(time, ({ transfer }) => transfer.at),
})

const classCodec = codecOf<FundingOfSymbols>('FundingOfAssetClass')({
  ...totalFields,
  payments: field(listOf(paymentCodec), ({ payments }) => payments),
})

/** Funding of an account, by asset class. Amounts above 0 were received. */
export const fundingCodec = codecOf<AccountFunding>('AccountFunding')({
  account_id: field(uuid, ({ account }) => account.id),
  currency: field(text, ({ account }) => account.plan.currency),
  from: field(orNull(time), ({ window }) => window.from),
  to: field(orNull(time), ({ window }) => window.to),
  totals: field(codecOf<FundingOfSymbols>('FundingTotals')(totalFields), (funding) => funding),
  by_asset_class: field(recordOf('FundingByAssetClass', ASSET_CLASSES, classCodec), byAssetClass),
})

function byAssetClass({ sums, payments, instruments }: AccountFunding): Readonly<Record<AssetClass, FundingOfSymbols>> {
  const of = (assetClass: AssetClass): FundingOfSymbols => {
    const isOfClass = ({ symbol }: { readonly symbol: string }) => instruments.find(symbol)?.assetClass === assetClass
    return { sums: sums.filter(isOfClass), payments: payments.filter(isOfClass) }
  }
  return Object.fromEntries(ASSET_CLASSES.map((assetClass) => [assetClass, of(assetClass)])) as Record<
    AssetClass,
    FundingOfSymbols
  >
}
