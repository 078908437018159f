import type { BodyOf, Operations } from '@ats/sdk/types'
import { unlessRefused } from './api-error.js'
import { bodyOf, engine } from './clients.js'

type Protection = BodyOf<Operations['protectPosition']>
type Modification = BodyOf<Operations['modifyOrder']>
type Close = BodyOf<Operations['closePosition']>

const account = (id: string) => ({ account_id: id })

/** Closes a position, all of it unless a quantity is given. @throws ApiError also when a rule refuses it */
export const closePosition = async (id: string, body: Close) =>
  unlessRefused(
    await bodyOf(engine.POST('/v1/account/{account_id}/close-position', { params: { path: account(id) }, body })),
  )

export const protectPosition = (id: string, positionId: string, body: Protection) =>
  bodyOf(
    engine.PUT('/v1/account/{account_id}/positions/{position_id}/protection', {
      params: { path: { ...account(id), position_id: positionId } },
      body,
    }),
  )

export const modifyOrder = (id: string, orderId: string, body: Modification) =>
  bodyOf(
    engine.POST('/v1/account/{account_id}/orders/{order_id}/modify', {
      params: { path: { ...account(id), order_id: orderId } },
      body,
    }),
  )

export const cancelOrder = (id: string, orderId: string) =>
  bodyOf(
    engine.POST('/v1/account/{account_id}/orders/{order_id}/cancel', {
      params: { path: { ...account(id), order_id: orderId } },
    }),
  )

export const cancelAllOrders = (id: string) =>
  bodyOf(engine.POST('/v1/account/{account_id}/orders/cancel-all', { params: { path: account(id) }, body: {} }))

export const throwKillSwitch = (id: string, flatten: boolean) =>
  bodyOf(engine.POST('/v1/account/{account_id}/kill-switch', { params: { path: account(id) }, body: { flatten } }))

export const liftKillSwitch = (id: string) =>
  bodyOf(engine.DELETE('/v1/account/{account_id}/kill-switch', { params: { path: account(id) } }))

export const armDeadManSwitch = (id: string, body: BodyOf<Operations['armDeadManSwitch']>) =>
  bodyOf(engine.PUT('/v1/account/{account_id}/dead-man-switch', { params: { path: account(id) }, body }))

export const disarmDeadManSwitch = (id: string) =>
  bodyOf(engine.DELETE('/v1/account/{account_id}/dead-man-switch', { params: { path: account(id) } }))

export const openAccount = (body: BodyOf<Operations['createAccount']>) => bodyOf(engine.POST('/v1/accounts', { body }))

export const renameAccount = (id: string, name: string) =>
  bodyOf(engine.PATCH('/v1/account/{account_id}', { params: { path: account(id) }, body: { name } }))

/** In the place of what was written to the position before. */
export const writeNote = (id: string, positionId: string, body: BodyOf<Operations['setPositionNote']>) =>
  bodyOf(
    engine.PUT('/v1/account/{account_id}/positions/{position_id}/note', {
      params: { path: { ...account(id), position_id: positionId } },
      body,
    }),
  )

export const cancelPayout = (id: string, payoutId: string) =>
  bodyOf(
    engine.POST('/v1/account/{account_id}/payouts/{payout_id}/cancel', {
      params: { path: { ...account(id), payout_id: payoutId } },
    }),
  )

/** Asks for a payout: once, however often it is sent with its `client_id`. */
export const requestPayout = (id: string, body: BodyOf<Operations['requestPayout']>) =>
  bodyOf(engine.POST('/v1/account/{account_id}/payouts', { params: { path: account(id) }, body }))
