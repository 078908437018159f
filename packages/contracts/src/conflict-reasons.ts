/** Every `reason` of a 409 `conflict`, by who answers it: the engine, its internal listener, the wallet. */
export const ENGINE_CONFLICTS = [
  'client_id_reuse',
  'in_progress',
  'order_not_working',
  'version',
  'account_exists',
  'account_limit',
  'no_live_accounts',
  'not_entitled',
  'no_webhook',
  'account_state',
  'payout_open',
  'not_eligible',
  'insufficient_free_margin',
  'kyc_required',
  'challenge_limit',
  'challenge_under_way',
  'reset_not_allowed',
] as const

export const OPERATOR_CONFLICTS = [
  'account_state',
  'grant_used',
  'insufficient_free_margin',
  'reference_reuse',
  'in_progress',
  'payout_ended',
  'payout_unsplit',
  'same_operator',
  'version',
  'wallet_taken',
  'no_chain',
  'not_live',
  'chain_unchanged',
  'chain_refused',
  'promotion_decided',
  'no_live_accounts',
  'endpoint_exists',
  'endpoint_limit',
] as const

export const WALLET_CONFLICTS = ['active_key_limit', 'no_webhook'] as const
