/** Examples in the OpenAPI document of the operator. */
import type { ExampleBodies, ExampleValues } from '@ats/service-kit/http'
import { EXAMPLES } from '../../schemas/examples.js'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const ACCOUNT = '01a20917-f9a1-7f37-84f0-467c471c9698'

/** Values that the schemas do not tell. */
export const OPERATOR_EXAMPLES: ExampleValues = {
  ...EXAMPLES,
  ...{ program_id: 'two-step', phase: 'evaluation', reference: 'order-10042', address: WALLET.toLowerCase() },
  ...{ operator: 'olga', created_by: 'olga', changed_by: 'olga', requested_by: 'olga', proposed_by: 'olga' },
  ...{ action: 'approve_payout', subject: ACCOUNT, url: 'https://example.com/hooks/ats', name: 'March 2030' },
}

const SWING = {
  id: 'swing-50k',
  name: 'Swing 50k',
  currency: 'USD',
  initial_balance: '50000',
  allowed_venues: ['GMX', 'OSTIUM'],
  risk_config: {
    trading_day: { reset_time: '17:00', reset_tz: 'America/New_York' },
    max_drawdown: { mode: 'STATIC', pct: '10' },
    daily_loss: { pct: '5', reference: 'BALANCE', amount_base: 'INITIAL', warn_at_pct: '80', action: 'TERMINATE' },
    exposure: {
      max_symbol_notional: '250000',
      max_total_notional: '500000',
      max_leverage: '20',
      max_open_orders: 100,
      max_positions: 20,
      margin_mode: 'CROSS',
    },
    objective: { profit_target_pct: '8', min_trading_days: 5 },
  },
}

const PHASES = [
  { id: 'evaluation', label: 'Evaluation', plan_id: 'swing-50k', kind: 'EVALUATION', promotion: 'REVIEW' },
  { id: 'funded', label: 'Funded', plan_id: 'standard-100k', kind: 'FUNDED', requires_kyc: true },
]

const FED = {
  id: 'us-rates-2030-03',
  title: 'Rate decision of the Federal Reserve',
  at: '2030-03-20T18:00:00Z',
  impact: 'HIGH',
}

export const OPERATOR_EXAMPLE_BODIES: ExampleBodies = {
  importPlans: { usual: { plans: [SWING] } },
  previewShadows: { usual: { accounts: [ACCOUNT], plan: SWING } },
  importPrograms: {
    usual: { programs: [{ id: 'two-step', name: 'Two steps', currency: 'USD', phases: PHASES }] },
  },
  grantChallenge: {
    challenge: { reference: 'order-10042', user_id: 'anna', program_id: 'two-step' },
    reset: { reference: 'order-10043', user_id: 'anna', challenge_id: ACCOUNT },
  },
  grantPlan: { usual: { user_id: 'anna', plan_id: 'standard-100k', challenge_id: 'order-10042' } },
  approvePromotion: { usual: { reason: 'trades looked at' } },
  rejectPromotion: { usual: { reason: 'trades of two accounts are opposite' } },
  setContract: { usual: { user_id: 'anna', status: 'APPROVED', note: 'contract 4711' } },
  setIdentityCheck: { usual: { user_id: 'anna', status: 'APPROVED', note: 'check 4711' } },
  importNews: { usual: { events: [{ ...FED, currencies: ['USD'], symbols: ['XAU-USD'] }] } },
  haltAccount: { usual: { reason: 'looked at until Monday' } },
  closeAccount: { usual: { reason: 'asked for by the trader' } },
  reverseBreach: { usual: { reason: 'a wrong price of the venue', compensation: '1250.50' } },
  moveCapital: { usual: { direction: 'IN', amount: '500', reason: 'goodwill', reference: 'ticket-311' } },
  sweepHolding: {
    usual: {
      token: 'WETH',
      amount: '0.5',
      received: '1612.40',
      tx_hash: `0x${'9f'.repeat(32)}`,
      reason: 'swapped by hand',
    },
  },
  proposeWriteOff: { usual: { token: 'WETH', reason: 'the market of the token has ended' } },
  approveWriteOff: { usual: { proposal_id: '01a20a11-5c2e-7b10-9a3f-1f2e3d4c5b6a' } },
  adjustProfit: {
    take: { direction: 'TAKE', amount: '120', reason: 'held through news', reference: 'ticket-312' },
    return: { direction: 'RETURN', amount: '120', reason: 'taken by mistake', reference: 'ticket-313' },
  },
  proposePayout: { by_hand: { trader_share_pct: '80' }, by_the_plan: {} },
  approvePayout: { usual: { version: 2 } },
  rejectPayout: { usual: { reason: 'the identity check is missing', code: 'identity' } },
  revokeCertificate: { usual: { reason: 'the account was shared' } },
  createCompetition: {
    usual: {
      id: 'march-2030',
      name: 'March 2030',
      plan_id: 'standard-100k',
      from: '2030-03-01T00:00:00Z',
      to: '2030-04-01T00:00:00Z',
      rank_by: 'RETURN',
      min_trades: 10,
    },
  },
  closeCompetition: { usual: { reason: 'called off' } },
  registerWallet: { usual: { address: WALLET, account_id: ACCOUNT, venue: 'GMX', signer: 'keystore' } },
  acceptChain: { usual: { venue: 'GMX', reason: 'reorganisation of three blocks' } },
  pauseWallet: { usual: { reason: 'the key is being changed' } },
  drainWallet: { usual: { reason: 'the wallet is replaced' } },
  addWebhookEndpoint: { usual: { url: 'https://example.com/hooks/ats', description: 'back office' } },
}
