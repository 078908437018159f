export { AtsExchange } from './exchange.js'
export type { RefusalDetails } from './platform/failures.js'
