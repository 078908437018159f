import {
  CASE_KINDS,
  type CaseAccount,
  type KeyUse,
  type PairedTrade,
  type ShownCase,
  type Surveillance,
  type TradePair,
} from '../../core/read/surveillance/case.js'
import { DIRECTIONS } from '../../core/model/order/side.js'
import { codecOf, field } from '../codec/codec.js'
import { decimal, flag, listOf, oneOf, orNull, shaped, text, time, uuid, whole } from '../codec/kinds.js'
import { fraction } from '../codec/schemas.js'

const caseAccountCodec = codecOf<CaseAccount>('SurveillanceAccount')({
  account_id: field(uuid, (account) => account.accountId),
  user_id: field(text, (account) => account.userId),
  trades: field(whole, (account) => account.trades, 'Positions that it closed in the window.'),
})

const keyUseCodec = codecOf<KeyUse>('KeyUse')({
  key_id: field(text, (use) => use.keyId),
  user_id: field(text, (use) => use.userId),
  networks: field(listOf(text), (use) => use.networks, 'Of the day with most: /24 of IPv4, /48 of IPv6; 64 at most.'),
})

const pairedTradeCodec = codecOf<PairedTrade>('PairedTrade')({
  account_id: field(uuid, (trade) => trade.accountId),
  position_id: field(uuid, (trade) => trade.positionId),
  direction: field(oneOf(DIRECTIONS), (trade) => trade.direction),
  quantity: field(decimal, (trade) => trade.quantity, 'All that was opened.'),
  opened_at: field(time, (trade) => trade.openedAt),
  closed_at: field(
    orNull(time),
    (trade) => trade.closedAt,
    'Null: it is still open, which counts for OWN_HEDGE alone.',
  ),
})

const tradePairCodec = codecOf<TradePair>('TradePair')({
  symbol: field(text, (pair) => pair.symbol),
  first: field(pairedTradeCodec, (pair) => pair.first),
  second: field(pairedTradeCodec, (pair) => pair.second),
})

/** Four decimals. */
const share = shaped<number>(fraction, (value) => Math.round(value * 10_000) / 10_000)

export const caseCodec = codecOf<ShownCase>('SurveillanceCase')({
  kind: field(oneOf(CASE_KINDS, 'SurveillanceKind'), (found) => found.kind),
  accounts: field(listOf(caseAccountCodec), (found) => found.accounts),
  matched: field(whole, (found) => found.matched, 'Trades that count; of a key, the networks of the day with most.'),
  same_side: field(orNull(whole), (found) => found.sameSide, 'Of a pair, those in the same direction.'),
  share: field(
    share,
    (found) => found.share,
    'From 0 to 1: of the trades of the smaller account; of PROFIT_AT_JUMPS, of the sum of its profits; of a key, ' +
      'of the days on which it was used.',
  ),
  key: field(orNull(keyUseCodec), (found) => found.key, 'Of KEY_ON_MANY_NETWORKS.'),
  pairs: field(listOf(tradePairCodec), (found) => found.pairs, 'The first 100 that match; of one account none.'),
})

export const surveillanceCodec = codecOf<Surveillance>('Surveillance')({
  from: field(time, (report) => report.from),
  to: field(time, (report) => report.to),
  accounts: field(whole, (report) => report.accounts, 'Those with at least 10 trades.'),
  trades: field(whole, (report) => report.trades, 'Their positions that were closed in the window.'),
  crowded: field(
    whole,
    (report) => report.crowded,
    'Trades with more neighbours in time than they were compared with.',
  ),
  is_cut: field(flag, (report) => report.isCut, 'There are more pairs than the 10,000 that a report finds.'),
  total: field(whole, (report) => report.total, 'Cases, on all pages.'),
  cases: field(listOf(caseCodec), (report) => report.cases),
})
