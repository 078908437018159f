/** The endpoints of one account, as a test calls them. The shapes are held to the OpenAPI document by the client. */
import type { ApiClient, ApiResponse } from '@ats/test-kit'

export interface OrderRow {
  readonly id: string
  readonly account_id: string
  readonly client_id: string | null
  readonly symbol: string
  readonly venue: string
  readonly side: string
  readonly kind: string
  readonly status: string
  readonly quantity: number
  readonly price: number | null
  readonly filled_quantity: number
  readonly remaining_quantity: number
  readonly average_price: number | null
  readonly limit_price: number | null
  readonly requested_price: number | null
  readonly trigger_price: number | null
  readonly requested_trigger_price: number | null
  readonly trigger_by: string
  readonly trigger_state: string | null
  readonly tif: string
  readonly expires_at: string | null
  readonly flags: { readonly post_only: boolean; readonly reduce_only: boolean }
  readonly position_id: string | null
  readonly parent_order_id: string | null
  readonly held_quantity: number
  readonly reason: string | null
  readonly fees: number
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export interface TradeRow {
  readonly id: string
  readonly order_id: string
  readonly position_id: string
  readonly client_id: string | null
  readonly side: string
  readonly quantity: number
  readonly price: number
  readonly fee: number
  readonly liquidity: string
  readonly realized_pnl: number
  readonly timestamp: string
}

export interface ViolationRow {
  readonly rule: string
  readonly severity: string
  readonly message: string
  readonly limit: number | null
  readonly value: number | null
  readonly unit: string | null
  readonly until?: string
}

export interface PositionRow {
  readonly id: string
  readonly symbol: string
  readonly side: string
  readonly direction: string
  readonly quantity: number
  readonly entry_price: number
  readonly mark_price: number
  readonly unrealized_pnl: number
  readonly leverage: number
  readonly venue: string
  readonly notional: number
  readonly margin: number
  readonly liquidation_price: number | null
  readonly realized_pnl: number
  readonly fees: number
  readonly opened_at: string
  readonly stop_loss: ProtectionRow | null
  readonly take_profit: ProtectionRow | null
  readonly liquidating: boolean
}

export interface ProtectionRow {
  readonly order_id: string
  readonly trigger_price: number | null
  readonly trigger_by: string
  readonly price: number | null
  readonly quantity: number
}

export interface ClosedPositionRow {
  readonly id: string
  readonly direction: string
  readonly quantity: number
  readonly entry_price: number
  readonly exit_price: number
  readonly realized_pnl: number
  readonly fees: number
  readonly close_reason: string
  readonly r_multiple: number | null
  readonly closed_at: string
}

export interface TransferRow {
  readonly house: string
  readonly amount: number
  readonly balance_after: number
  readonly fill_id: string | null
}

export interface SummaryBody {
  readonly equity: number
  readonly free_margin: number
  readonly used_margin: number
  readonly reserved_margin: number
  readonly unrealized_pnl: number
  readonly realized_pnl: number
  readonly balance: number
  readonly trading_day: string
  readonly day_ends_at: string
}

export interface PlacementBody {
  readonly order: OrderRow | null
  readonly trades: readonly TradeRow[]
  readonly violations: readonly ViolationRow[]
  readonly warnings: readonly string[]
}

export interface CloseBody extends PlacementBody {
  readonly position: PositionRow | null
}

export interface ProblemBody {
  readonly error: string
  readonly reason?: string
  readonly issues?: readonly { readonly path: readonly string[]; readonly code: string; readonly message: string }[]
  readonly order?: OrderRow
  readonly account_id?: string
  readonly message: string
  readonly candidates?: readonly string[]
}

type Answer<T> = Promise<ApiResponse<T>>

export interface AccountCalls {
  /** POST /v1/order, answered with an order or its violations. */
  readonly place: (order: object, query?: string) => Answer<PlacementBody>
  /** The same, which has to place the order. */
  readonly placed: (order: object) => Promise<PlacementBody & { readonly order: OrderRow }>
  /** The same, which has to be answered with an error. */
  readonly misplaced: (order: object) => Answer<ProblemBody>
  readonly close: <T = CloseBody>(body: object) => Answer<T>
  readonly protect: <T = PositionRow>(positionId: string, legs: object) => Answer<T>
  readonly cancel: <T = OrderRow>(orderId: string) => Answer<T>
  readonly cancelAll: <T = { cancelled: OrderRow[]; failed: unknown[] }>(body?: object) => Answer<T>
  readonly order: (orderId: string) => Promise<OrderRow>
  readonly orders: (query?: string) => Promise<readonly OrderRow[]>
  readonly positions: () => Promise<readonly PositionRow[]>
  readonly closedPositions: (query?: string) => Promise<readonly ClosedPositionRow[]>
  readonly trades: (query?: string) => Promise<readonly TradeRow[]>
  readonly ledger: (query?: string) => Promise<readonly TransferRow[]>
  readonly summary: () => Promise<SummaryBody>
}

export function accountCalls({
  api,
  accountId,
}: {
  readonly api: ApiClient
  readonly accountId: string
}): AccountCalls {
  const base = `/v1/account/${accountId}`
  const read = async <T>(path: string): Promise<T> => {
    const { status, body, text } = await api.get<T>(base + path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`)
    return body
  }
  const post = <T>(order: object, query = ''): Answer<T> =>
    api.post<T>(`/v1/order${query}`, { body: { account_id: accountId, ...order } })

  return {
    place: (order, query) => post(order, query),
    async placed(order) {
      const { body, text } = await post<PlacementBody>(order)
      if (body.order === null || body.order === undefined) throw new Error(`not placed: ${text}`)
      return { ...body, order: body.order }
    },
    misplaced: (order) => post(order),
    close: (body) => api.post(`${base}/close-position`, { body }),
    protect: (positionId, legs) => api.request('PUT', `${base}/positions/${positionId}/protection`, { body: legs }),
    cancel: (orderId) => api.post(`${base}/orders/${orderId}/cancel`),
    cancelAll: (body) => api.post(`${base}/orders/cancel-all`, body === undefined ? {} : { body }),
    order: (orderId) => read(`/orders/${orderId}`),
    orders: (query = '') => read(`/orders${query}`),
    positions: () => read('/positions'),
    closedPositions: (query = '') => read(`/positions/history${query}`),
    trades: (query = '') => read(`/trades${query}`),
    ledger: (query = '') => read(`/ledger${query}`),
    summary: () => read('/summary'),
  }
}
