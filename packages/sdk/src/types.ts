/** Names for the types that are made from the OpenAPI documents (generated/). */
import type { components, operations, paths } from './generated/trading-engine.js'
import type { components as labComponents, operations as labOperations, paths as labPaths } from './generated/lab.js'
import type {
  components as walletComponents,
  operations as walletOperations,
  paths as walletPaths,
} from './generated/wallet.js'

export type EnginePaths = paths
export type WalletPaths = walletPaths

type Schemas = components['schemas']
type JsonOf<T> = T extends { readonly content: { readonly 'application/json': infer B } } ? B : never

/** The body of the 2xx answer of an operation. */
export type AnswerOf<T> = T extends { readonly responses: infer R } ? JsonOf<R[keyof R]> : never
/** The body an operation takes. */
export type BodyOf<T> = T extends { readonly requestBody?: infer R } ? JsonOf<NonNullable<R>> : never
/** The query an operation takes. */
export type QueryOf<T> = T extends { readonly parameters: { readonly query?: infer Q } } ? NonNullable<Q> : never

export type Operations = operations
export type WalletOperations = walletOperations
export type LabPaths = labPaths
export type LabOperations = labOperations
/** A run of the laboratory as it is. */
export type LabRunState = labComponents['schemas']['LabRun']
export type LabReport = labComponents['schemas']['LabReport']
/** The accounts of a run, and what each has come to. */
export type LabResult = labComponents['schemas']['LabResult']
/** Odds by the core that trades, as they are worked out. */
export type LabOdds = labComponents['schemas']['LabOdds']
export type LabAdvanced = labComponents['schemas']['LabAdvanced']

export type Order = Schemas['Order']
/** An order as in an answer or event of its time: one of an earlier version lacks fields that came later. */
export type OrderSnapshot = Schemas['OrderSnapshot']
export type Trade = Schemas['Trade']
export type TradeSnapshot = Schemas['TradeSnapshot']
export type Position = Schemas['Position']
export type ClosedPosition = Schemas['ClosedPosition']
export type ClosedPositionSnapshot = Schemas['ClosedPositionSnapshot']
export type Violation = Schemas['Violation']
export type Breach = Schemas['Breach']
export type BreachSnapshot = Schemas['BreachSnapshot']
export type Account = Schemas['Account']
export type Summary = Schemas['AccountSummary']
export type Risk = Schemas['AccountRisk']
export type Objectives = Schemas['AccountObjectives']
export type ObjectiveState = Schemas['ObjectiveState']
export type Preview = Schemas['Preview']
export type Transfer = Schemas['Transfer']
export type Plan = Schemas['Plan']
export type PriceWithChange = Schemas['Price']
/** A price as streams tell it. */
export type Price = Omit<PriceWithChange, 'change_24h' | 'change_24h_pct'>
export type Orderbook = Schemas['Orderbook']
export type PublicTrade = Schemas['PublicTrade']
export type Candle = Schemas['Candle']
export type CandleInterval = NonNullable<QueryOf<Operations['listCandles']>['interval']>
export type Metadata = Schemas['TickerMetadata']
export type Metrics = Schemas['MarketMetrics']
export type FundingRates = Schemas['FundingRates']
export type NewsEvent = AnswerOf<Operations['listNews']>[number]
export type Payout = AnswerOf<Operations['listPayouts']>[number]
export type ProfitAdjustment = AnswerOf<Operations['listProfitAdjustments']>[number]
export type Grant = AnswerOf<Operations['listGrants']>[number]
export type Program = Schemas['Program']
export type ProgramDetail = Schemas['DetailedProgram']
export type Challenge = Schemas['Challenge']
export type Certificate = Schemas['Certificate']
export type Odds = Schemas['Odds']
export type Competition = Schemas['Competition']
export type CompetitionBoard = Schemas['CompetitionBoard']
export type CompetitionEntry = Schemas['CompetitionEntry']
export type CopyLink = Schemas['CopyLink']
export type CopyEvent = Schemas['CopyEvent']
export type CopySkip = Schemas['CopySkip']
export type ChallengeGrant = Schemas['ChallengeGrant']
export type ChallengeStep = Schemas['ChallengeStep']
export type ScaledStep = Schemas['ScaledStep']
export type Delivery = Schemas['WebhookDelivery']
export type HookDelivery = Schemas['HookDelivery']
export type AlertAnswer = Schemas['AlertAnswer']
export type ApiKey = walletComponents['schemas']['ApiKey']
export type Hook = walletComponents['schemas']['Hook']
export type NewHook = walletComponents['schemas']['CreateHook']
export type NotificationRule = walletComponents['schemas']['NotificationRule']
export type NewNotificationRule = walletComponents['schemas']['CreateNotificationRule']

/** One fault of a request: the field, a stable code, and words. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly message: string
}
