/** Names of the SDK's types for what commands show. */
import type { Account, AnswerOf, Operations, WalletOperations } from '@ats/sdk'

export type AccountRecord = Awaited<ReturnType<Account['get']>>
export type KeyInfo = AnswerOf<Operations['getKey']>
export type EngineConfig = AnswerOf<Operations['getConfig']>
export type RuleUse = AnswerOf<Operations['getRisk']>['rules'][number]
export type PreviewedRule = AnswerOf<Operations['previewOrder']>['rules'][number]
export type ListedPrice = AnswerOf<Operations['listPrices']>[number]
export type CreatedKey = AnswerOf<WalletOperations['createApiKey']>
