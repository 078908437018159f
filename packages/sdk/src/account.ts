import { AccountReads } from './account-reads.js'
import { toIntent, type ClientId, type Intent } from './client-id.js'
import { placing, unwrap, type EngineApi } from './engine-api.js'
import { DeadManSwitch, type DeadManSwitchTerms, type HeartbeatOptions } from './dead-man-switch.js'
import { LOOK_UP_ORDER, type NewOrder, type Orders } from './orders.js'
import { Payouts } from './payouts.js'
import type { BatchOrder, BatchResult } from './order-batch.js'
import { refusalOf, toPlacement, type Closing, type Placement } from './placement.js'
import { streamAccount, type AccountFrame, type AccountStreamOptions } from './stream/streams.js'
import type { CallOptions } from './transport/transport.js'
import type { Account as AccountRow, AnswerOf, BodyOf, Operations, Order, Preview, QueryOf } from './types.js'

/** An order whose account is known. */
export type AccountOrder = Omit<NewOrder, 'account_id'>

/** An account of the caller. The calls throw the errors of errors.ts; the scope is named where a key needs one. */
export class Account extends AccountReads {
  readonly #orders: Orders
  /** The profit that it pays out. */
  readonly payouts: Payouts

  constructor(id: string, api: EngineApi, orders: Orders) {
    super(id, api)
    this.#orders = orders
    this.payouts = new Payouts(api, id)
  }

  /** Places an order: `trading.orders.place` for this account. */
  place(order: AccountOrder, options?: CallOptions): Promise<Placement> {
    return this.#orders.place({ ...order, account_id: this.id }, options)
  }

  /** Places an order again that may have been placed: `trading.orders.repeat` for this account. */
  repeat(intent: Intent<AccountOrder>, options?: CallOptions): Promise<Placement> {
    return this.#orders.repeat({ ...intent, account_id: this.id }, options)
  }

  /** Places many orders: `trading.orders.placeAll` for this account. */
  placeAll(orders: readonly BatchOrder[], options?: CallOptions): Promise<BatchResult[]> {
    return this.#orders.placeAll(this.id, orders, options)
  }

  /** Tells what an order would do now, without placing it. */
  preview(order: AccountOrder, options?: CallOptions): Promise<Preview> {
    return this.#orders.preview({ ...order, account_id: this.id }, options)
  }

  /**
   * Closes a position, or `quantity` of it. Scope `TRADE`.
   * @throws NotFound when there is no open position of the symbol
   */
  async close(position: BodyOf<Operations['closePosition']>, options: CallOptions = {}): Promise<Closing> {
    const body = toIntent(position)
    const call = placing(this.api, body, LOOK_UP_ORDER, options)
    const answer = await unwrap(
      this.api.http.POST('/v1/account/{account_id}/close-position', {
        params: { path: this.path },
        ...call,
      }),
    ).catch((error: unknown) => ({ ...refusalOf(error), position: null }))
    const placement = toPlacement(answer, body.client_id)
    return placement.placed ? { ...placement, position: answer.position } : placement
  }

  /** The order, in whatever state it is. @throws OrderNotFound */
  order(orderId: string, options?: CallOptions): Promise<Order> {
    const params = { path: { ...this.path, order_id: orderId } }
    return unwrap(this.api.http.GET('/v1/account/{account_id}/orders/{order_id}', { params, ...this.reading(options) }))
  }

  /** The order with a client_id, ended or not; null when there is none: it was refused, or never came. */
  async findOrder(clientId: ClientId, options?: CallOptions): Promise<Order | null> {
    const [order] = await this.#listOrders({ client_id: clientId }, options)
    return order ?? null
  }

  /** All orders that are working now, newest first. */
  workingOrders(options?: CallOptions): Promise<readonly Order[]> {
    return this.#listOrders({}, options)
  }

  /**
   * Cancels an order: it comes back in its final state, also when cancelled before. Scope `MANAGE_ORDERS`, urgent.
   * @throws InvalidOrder when it has filled or ended otherwise (`body.order`); OrderNotFound
   */
  cancel(orderId: string, options?: CallOptions): Promise<Order> {
    const params = { path: { ...this.path, order_id: orderId } }
    const call = this.#urgent('cancel it again, or read it with order(orderId)', options)
    return unwrap(this.api.http.POST('/v1/account/{account_id}/orders/{order_id}/cancel', { params, ...call }))
  }

  /** Cancels every working order, or every one of a symbol, all or none of them. Scope `MANAGE_ORDERS`, urgent. */
  cancelAll(
    filter: BodyOf<Operations['cancelAllOrders']> = {},
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['cancelAllOrders']>> {
    const body = toIntent(filter)
    const call = this.#urgent('cancel them again, or read workingOrders()', options)
    const path = '/v1/account/{account_id}/orders/cancel-all'
    return unwrap(this.api.http.POST(path, { params: { path: this.path }, body, ...call }))
  }

  /**
   * Changes a working order in place; what is left out stays. Scope `MANAGE_ORDERS`.
   * @throws RiskRejected when rules refuse it; InvalidOrder when it has ended or is no longer at `version`
   */
  modify(
    orderId: string,
    changes: BodyOf<Operations['modifyOrder']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['modifyOrder']>> {
    const params = { path: { ...this.path, order_id: orderId } }
    const call = this.#writing('read it with order(orderId)', options)
    const path = '/v1/account/{account_id}/orders/{order_id}/modify'
    return unwrap(this.api.http.POST(path, { params, body: changes, ...call }))
  }

  /** Sets the stop and the target of an open position; null removes one. Scope `MANAGE_ORDERS`. @throws RiskRejected */
  protect(
    positionId: string,
    protection: BodyOf<Operations['protectPosition']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['protectPosition']>> {
    const params = { path: { ...this.path, position_id: positionId } }
    const call = this.#writing('read positions()', options)
    const path = '/v1/account/{account_id}/positions/{position_id}/protection'
    return unwrap(this.api.http.PUT(path, { params, body: protection, ...call }))
  }

  /** Writes tags and a note to a position, in the place of what was written before. Scope `MANAGE_ORDERS`. */
  note(
    positionId: string,
    note: BodyOf<Operations['setPositionNote']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['setPositionNote']>> {
    const params = { path: { ...this.path, position_id: positionId } }
    const call = this.#writing('write it again', options)
    const path = '/v1/account/{account_id}/positions/{position_id}/note'
    return unwrap(this.api.http.PUT(path, { params, body: note, ...call }))
  }

  /** Gives the account another name. Scope `MANAGE_ORDERS`. */
  rename(name: string, options?: CallOptions): Promise<AccountRow> {
    const call = this.#writing('rename it again', options)
    return unwrap(
      this.api.http.PATCH('/v1/account/{account_id}', { params: { path: this.path }, body: { name }, ...call }),
    )
  }

  /** Sets the leverage of a symbol. Scope `MANAGE_ORDERS`. @throws RiskRejected */
  setLeverage(
    body: BodyOf<Operations['setLeverage']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['setLeverage']>> {
    const call = this.#writing('read leverage()', options)
    return unwrap(
      this.api.http.PUT('/v1/account/{account_id}/leverage', { params: { path: this.path }, body, ...call }),
    )
  }

  /**
   * Stops the account: cancels what is working, protective stops of open positions excepted; with `flatten` closes
   * every position. Nothing opens until it is lifted. Scope `MANAGE_ORDERS`, with `flatten` also `TRADE`; urgent.
   */
  useKillSwitch(
    body: BodyOf<Operations['useKillSwitch']>,
    options?: CallOptions,
  ): Promise<AnswerOf<Operations['useKillSwitch']>> {
    const call = this.#urgent('use it again', options)
    return unwrap(
      this.api.http.POST('/v1/account/{account_id}/kill-switch', { params: { path: this.path }, body, ...call }),
    )
  }

  /** Lifts the kill switch; what else holds the account stays. Scopes `TRADE` and `MANAGE_ORDERS`. */
  liftKillSwitch(options?: CallOptions): Promise<AccountRow> {
    const call = this.#writing('lift it again', options)
    return unwrap(
      this.api.http.DELETE('/v1/account/{account_id}/kill-switch', { params: { path: this.path }, ...call }),
    )
  }

  /**
   * Arms the dead-man's switch and sends its heartbeats until `disarm()`, or until the process ends: then the service
   * waits `timeout_ms` and does `action`, once. Scope `MANAGE_ORDERS`, for `FLATTEN` also `TRADE`.
   */
  armDeadManSwitch(terms: DeadManSwitchTerms, options: HeartbeatOptions = {}): Promise<DeadManSwitch> {
    const params = { path: this.path }
    return DeadManSwitch.arm(
      terms,
      {
        arm: (body, callOptions) => {
          const call = this.#urgent('arm it again, or read deadManSwitch()', callOptions)
          return unwrap(this.api.http.PUT('/v1/account/{account_id}/dead-man-switch', { params, body, ...call }))
        },
        disarm: () => this.disarmDeadManSwitch(),
      },
      options,
    )
  }

  /** Disarms the dead-man's switch, also one that another process armed. Scope `MANAGE_ORDERS`, urgent. */
  disarmDeadManSwitch(options?: CallOptions): Promise<AnswerOf<Operations['disarmDeadManSwitch']>> {
    const call = this.#urgent('disarm it again, or read deadManSwitch()', options)
    return unwrap(
      this.api.http.DELETE('/v1/account/{account_id}/dead-man-switch', { params: { path: this.path }, ...call }),
    )
  }

  /** The dead-man's switch as the service has it; its fields are null while none is armed. */
  deadManSwitch(options?: CallOptions): Promise<AnswerOf<Operations['getDeadManSwitch']>> {
    const params = { path: this.path }
    return unwrap(this.api.http.GET('/v1/account/{account_id}/dead-man-switch', { params, ...this.reading(options) }))
  }

  /**
   * The account as it changes: each event once and in order, also over lost connections, and the newest summary and
   * risk.
   * `for await (const frame of account.stream())`; leaving the loop ends it. @throws StreamGap
   */
  async *stream({ after, ...options }: AccountStreamOptions = {}): AsyncGenerator<AccountFrame> {
    const from = after ?? (await this.latestSequence({ signal: options.signal }))
    yield* streamAccount(this.api, this.id, from, options)
  }

  #writing(lookUp: string, options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.api.through({ ...options, repeat: { kind: 'same', lookUp } })
  }

  /** A write that lowers risk: it goes before all others. */
  #urgent(lookUp: string, options: CallOptions = {}): ReturnType<EngineApi['through']> {
    return this.api.through({ ...options, priority: 'urgent', repeat: { kind: 'same', lookUp } })
  }

  #listOrders(query: QueryOf<Operations['listOrders']>, options?: CallOptions): Promise<readonly Order[]> {
    return unwrap(
      this.api.http.GET('/v1/account/{account_id}/orders', {
        params: { path: this.path, query },
        ...this.reading(options),
      }),
    )
  }
}
