/** The command that a stored row is of: the same one that production ran, by what was kept of its request. */
import { cancelAllCommand } from '../commands/cancel-all-orders.js'
import { cancelCommand } from '../commands/cancel-order.js'
import { closeCommand } from '../commands/close-position.js'
import {
  approvingPromotion,
  promotionCommand,
  PROMOTING,
  rejectingPromotion,
  type PromotionStep,
  type ReviewRequest,
} from '../commands/challenges/promote.js'
import { copyCommand } from '../commands/copy-fill.js'
import { copyProtectionCommand } from '../commands/copy-protection.js'
import { alertCommand, type DecidedAlert } from '../commands/hooks/take-alert.js'
import { certificateCommand, type FreshCertificate } from '../commands/issue-certificate.js'
import { liftCommand, switchCommand } from '../commands/kill-switch.js'
import { modifyCommand } from '../commands/modify-order.js'
import { adjustCommand } from '../commands/operator/adjust-profit.js'
import {
  closing,
  halting,
  movingCapital,
  operateCommand,
  RELEASING,
  reversing,
  type Operation,
} from '../commands/operator/operate-account.js'
import {
  approving,
  cancelPayoutCommand,
  payoutCommand,
  proposing,
  rejecting,
  requestPayoutCommand,
  type ApprovePayout,
  type OperatePayout,
  type ProposePayout,
  type RejectPayout,
} from '../commands/operator/payouts.js'
import type { Command } from '../commands/pipeline/command.js'
import { placeCommand } from '../commands/place-order.js'
import { protectCommand } from '../commands/protect-position.js'
import { renameCommand } from '../commands/rename-account.js'
import { leverageCommand } from '../commands/set-leverage.js'
import { syncCommand, type CopySync } from '../commands/sync-copy.js'
import { advanceCommand, marketCommand, ranOutCommand, timeLimitCommand } from '../commands/system-commands.js'
import { revokeCommand, type RevokeCertificate } from '../commands/operator/revoke-certificate.js'
import type { OperatorAction } from '../core/model/account/operator-audit.js'
import type { Account } from '../core/model/account/account.js'
import type { AdjustProfit } from '../core/decide/decide-adjustment.js'
import type { ClosePosition } from '../core/decide/decide-close.js'
import type { CopyProtection } from '../core/decide/decide-copy-protection.js'
import type { CopyFill } from '../core/decide/decide-copy.js'
import type { PlaceOrder } from '../core/decide/prepare-order.js'
import type { ReverseBreach } from '../core/decide/decide-reversal.js'
import { readInput } from '../core/values/input-text.js'
import type { RecordedCommand } from '../store/read/recorded-commands.js'
import type { WriteDecimal } from '../wire/decimals.js'
import {
  legsOf,
  marketUpdateOf,
  protectionOf,
  withNulls,
  type AskedBracket,
  type AskedMarket,
  type AskedProtection,
} from './asked.js'

interface Scene {
  readonly account: Account
  readonly stored: RecordedCommand
  readonly write: WriteDecimal
}

/** `asked` is what the command of this kind had kept: its own fields, less those that were null, false or absent. */
type Make = (scene: Scene, asked: never) => Command<unknown>

const PLACE_NULLS = ['price', 'triggerPrice', 'expiresAt', 'venue', 'positionId', 'parentOrderId'] as const
const NO_FLAGS = { postOnly: false, reduceOnly: false, triggerOnIndex: false, triggerOnMark: false }

const MAKERS: Readonly<Record<string, Make>> = {
  place_order: ({ stored, write }, asked: { readonly flags?: object; readonly bracket?: AskedBracket }) =>
    placeCommand({
      ...whoseOf(stored),
      write,
      order: {
        ...withNulls<PlaceOrder>(PLACE_NULLS, asked),
        flags: { ...NO_FLAGS, ...asked.flags },
        clientId: stored.clientId,
        ...(asked.bracket === undefined ? {} : { bracket: legsOf(asked.bracket) }),
      },
    }),
  close_position: ({ stored, write }, asked: ClosePosition) =>
    closeCommand({
      ...whoseOf(stored),
      write,
      close: {
        ...withNulls<ClosePosition>(['quantity', 'price', 'expiresAt', 'venue', 'positionId'], asked),
        clientId: stored.clientId,
      },
    }),
  cancel_order: ({ stored, write }, { orderId }: { readonly orderId: string }) =>
    cancelCommand({ ...whoseOf(stored), orderId, write }),
  cancel_all_orders: ({ stored, write }, { symbol = null }: { readonly symbol?: string | null }) =>
    cancelAllCommand({ ...whoseOf(stored), symbol, clientId: stored.clientId, write }),
  modify_order: ({ stored, write }, asked: object) =>
    modifyCommand({
      ...whoseOf(stored),
      write,
      modify: withNulls(['price', 'triggerPrice', 'quantity', 'expiresAt', 'version'], asked),
    }),
  protect_position: ({ stored, write }, asked: AskedProtection) =>
    protectCommand({ ...whoseOf(stored), write, protect: protectionOf(asked) }),
  set_leverage: ({ stored, write }, asked: object) =>
    leverageCommand({ ...whoseOf(stored), write, set: withNulls(['venue'], asked) }),
  rename_account: ({ stored, write }, { name }: { readonly name: string }) =>
    renameCommand({ ...whoseOf(stored), name, write }),
  kill_switch: ({ stored, write }, { isFlatten = false }: { readonly isFlatten?: boolean }) =>
    switchCommand({ ...whoseOf(stored), isFlatten, write }),
  lift_kill_switch: ({ stored, write }) => liftCommand({ ...whoseOf(stored), write }),
  market: ({ account }, asked: AskedMarket) => marketCommand(account, marketUpdateOf(asked)),
  advance: ({ account }) => advanceCommand(account),
  time_limit: ({ account }) => timeLimitCommand(account),
  dead_man_switch: ({ account }, asked: Omit<Parameters<typeof ranOutCommand>[1], 'accountId'>) =>
    ranOutCommand(account, { ...asked, accountId: account.id }),
  halt_account: (scene, asked: { readonly reason: string }) => operated(scene, halting(asked)),
  release_account: (scene) => operated(scene, RELEASING),
  close_account: (scene, asked: { readonly reason: string }) => operated(scene, closing(asked)),
  move_capital: (scene, asked: Parameters<typeof movingCapital>[0]) => operated(scene, movingCapital(asked)),
  reverse_breach: (scene, asked: ReverseBreach) => operated(scene, reversing(asked)),
  adjust_profit: ({ stored, write }, asked: object) =>
    adjustCommand({
      ...withNulls<AdjustProfit>(['positionId'], asked),
      ...{ ...whoseOf(stored), operator: operatorOf(stored), write, reference: '' },
    }),
  copy_fill: (_scene, asked: CopyFill) => copyCommand(asked),
  copy_protection: (_scene, asked: CopyProtection) => copyProtectionCommand(asked),
  copy_sync: (_scene, asked: CopySync) => syncCommand(asked),
  take_alert: ({ stored }, { alert, hook }: Pick<DecidedAlert, 'alert' | 'hook'>) =>
    alertCommand({ alert, hook: { ...hook, ...whoseOf(stored) }, ip: '', body: '' }, stored.clientId),
  issue_certificate: ({ account, stored }, asked: FreshCertificate) =>
    certificateCommand(account, asked, { origin: stored.origin, operator: stored.operator ?? undefined }),
  revoke_certificate: ({ account, stored }, asked: RevokeCertificate) =>
    revokeCommand(account, asked, operatorOf(stored)),
  promote_challenge: ({ account }) => promotionCommand(account, PROMOTING, NO_PROBLEMS),
  approve_promotion: (scene, asked: object) => promoted(scene, asked, approvingPromotion),
  reject_promotion: (scene, asked: object) => promoted(scene, asked, rejectingPromotion),
  request_payout: ({ stored, write }, { amount }: Pick<Parameters<typeof requestPayoutCommand>[0], 'amount'>) =>
    requestPayoutCommand({ ...whoseOf(stored), amount, clientId: stored.clientId ?? '', write }),
  cancel_payout: ({ stored, write }, { payoutId }: Pick<OperatePayout, 'payoutId'>) =>
    cancelPayoutCommand({ ...whoseOf(stored), payoutId, write }),
  propose_payout: (scene, asked: Pick<OperatePayout, 'payoutId'>) =>
    changed(scene, asked, (request) => proposing({ ...withNulls<ProposePayout>(['sharePct'], asked), ...request })),
  reject_payout: (scene, asked: Pick<OperatePayout, 'payoutId'>) =>
    changed(scene, asked, (request) => rejecting({ ...withNulls<RejectPayout>(['code'], asked), ...request })),
  approve_payout: (scene, asked: Pick<OperatePayout, 'payoutId'>) =>
    changed(scene, asked, (request) => approving({ ...withNulls<ApprovePayout>(['version'], asked), ...request })),
}

/** Null: commands of this kind cannot be made again. */
export const commandOf = (scene: Scene, asked: unknown): Command<unknown> | null =>
  MAKERS[scene.stored.kind]?.(scene, (typeof asked === 'string' ? readInput(asked) : asked) as never) ?? null

const NO_PROBLEMS: readonly string[] = []

function promoted(
  { account, stored }: Scene,
  asked: object,
  step: (request: ReviewRequest) => PromotionStep,
): Command<unknown> {
  const { reason = null } = asked as { readonly reason?: string }
  return promotionCommand(account, step({ accountId: account.id, operator: operatorOf(stored), reason }), NO_PROBLEMS)
}

const whoseOf = ({ userId, accountId, origin }: RecordedCommand) => ({ userId, accountId, origin })

const NOBODY: OperatorAction = { name: '', tokens: [], note: null, request: {} }

const operatorOf = ({ operator }: RecordedCommand): OperatorAction => operator ?? NOBODY

const operated = ({ stored, write }: Scene, operation: Operation): Command<unknown> =>
  operateCommand({ ...whoseOf(stored), operator: operatorOf(stored), write }, operation)

function changed(
  { stored, write }: Scene,
  { payoutId }: Pick<OperatePayout, 'payoutId'>,
  change: (request: OperatePayout) => Parameters<typeof payoutCommand>[1],
): Command<unknown> {
  const request: OperatePayout = { payoutId, operator: operatorOf(stored), write }
  return payoutCommand({ ...request, ...whoseOf(stored) }, change(request))
}
