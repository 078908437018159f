import type { Origin } from '../core/model/order/origin.js'
import { decideLeverage, type SetLeverage } from '../core/decide/decide-leverage.js'
import type { SymbolLeverage } from '../core/execution/leverage.js'
import type { WriteDecimal } from '../wire/decimals.js'
import { leverageCodec } from '../wire/account/leverage-codec.js'
import type { Command } from './pipeline/command.js'
import type { Answer } from './pipeline/idempotency.js'
import type { RunCommand } from './pipeline/run-command.js'

export interface SetLeverageRequest {
  readonly userId: string
  readonly origin: Origin
  readonly accountId: string
  readonly set: SetLeverage
  readonly write: WriteDecimal
}

/** PUT …/leverage: what is in force then, or 422 with the violations that keep it as it was. */
export const setLeverage = (runCommand: RunCommand, request: SetLeverageRequest): Promise<Answer> =>
  runCommand(leverageCommand(request))

export const leverageCommand = ({
  userId,
  origin,
  accountId,
  set,
  write,
}: SetLeverageRequest): Command<SymbolLeverage> => ({
  kind: 'set_leverage',
  userId,
  origin,
  accountId,
  clientId: null,
  fingerprint: Buffer.alloc(0),
  decide: (account, context) => decideLeverage(account, set, context),
  render: (leverage) => ({ status: 200, text: leverageCodec.json(leverage, write) }),
  write,
  asked: set,
})
