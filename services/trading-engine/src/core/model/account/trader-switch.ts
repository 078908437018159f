/** Switches with which a trader stops an account: by hand, or by no longer sending heartbeats. */

export const SWITCH_KINDS = ['user_kill_switch', 'dead_man_switch'] as const
/** Also the reason of the orders it ends or places. */
export type SwitchKind = (typeof SWITCH_KINDS)[number]

export const SWITCH_ACTIONS = ['CANCEL_OPENING', 'CANCEL_ALL', 'FLATTEN'] as const
export type SwitchAction = (typeof SWITCH_ACTIONS)[number]
