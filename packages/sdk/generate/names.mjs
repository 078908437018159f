/** Names of types, each with the place its schema is taken from: an operation, then fields, `[]` for the items of a list. */
export const ENGINE_NAMES = {
  Violation: 'placeOrder.violations[]',
  Order: 'getOrder',
  OrderSnapshot: 'placeOrder.order',
  Trade: 'listTrades[]',
  TradeSnapshot: 'placeOrder.trades[]',
  Warning: 'placeOrder.warnings[]',
  Position: 'listPositions[]',
  ClosedPosition: 'listClosedPositions[]',
  ClosedPositionSnapshot: 'listEvents[].data.position',
  Breach: 'listBreaches[]',
  BreachSnapshot: 'listEvents[].data.breach',
  Account: 'getAccount',
  Summary: 'getAccountSummary',
  Risk: 'getRisk',
  Preview: 'previewOrder',
  Transfer: 'listTransfers[]',
  Plan: 'listPlans[]',
  Price: 'getPrice',
  Orderbook: 'getOrderbook',
  PublicTrade: 'listPublicTrades[]',
  Candle: 'listCandles[]',
  Metadata: 'getTickerMetadata',
  Metrics: 'getMetrics',
  Delivery: 'listWebhookDeliveries[]',
}

export const WALLET_NAMES = { ApiKey: 'listApiKeys[]' }

export const OPERATOR_NAMES = {}
