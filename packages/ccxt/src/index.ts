export { AtsExchange } from './exchange.js'
export type { RefusalDetails } from './refusal.js'
