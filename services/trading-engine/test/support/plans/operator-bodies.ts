import { planFile } from './plan-file.js'
import { programFile } from './program-file.js'

/** A body for each change of the operator that takes one, which is right in itself. */
export const OPERATOR_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  importPlans: { plans: [planFile('listener')] },
  importPrograms: { programs: [programFile('listener')] },
  previewShadows: { accounts: ['00000000-0000-4000-8000-000000000000'], plan: planFile('listener') },
  grantChallenge: { reference: 'x', user_id: 'u', program_id: 'one-step' },
  rejectPromotion: { reason: 'x' },
  setContract: { user_id: 'u', status: 'APPROVED' },
  setIdentityCheck: { user_id: 'u', status: 'APPROVED' },
  importNews: {
    events: [{ id: 'listener', title: 't', at: '2030-01-01T00:00:00Z', impact: 'LOW', currencies: ['USD'] }],
  },
  haltAccount: { reason: 'x' },
  closeAccount: { reason: 'x' },
  adjustProfit: { amount: 1, reason: 'x', reference: 'x' },
  reverseBreach: { reason: 'x' },
  moveCapital: { direction: 'IN', amount: 1, reason: 'x', reference: 'x' },
  sweepHolding: { token: 'ETH', amount: 0.5, received: 1, tx_hash: `0x${'0'.repeat(64)}`, reason: 'x' },
  proposeWriteOff: { token: 'ETH', reason: 'x' },
  approveWriteOff: { proposal_id: '01a20a11-5c2e-7b10-9a3f-1f2e3d4c5b6a' },
  proposePayout: { trader_share_pct: 80 },
  approvePayout: { version: 2 },
  rejectPayout: { reason: 'x' },
  registerWallet: {
    address: '0x00000000000000000000000000000000000000aa',
    account_id: '00000000-0000-4000-8000-000000000000',
    venue: 'GMX',
    signer: 'keystore',
  },
  pauseWallet: { reason: 'x' },
  drainWallet: { reason: 'x' },
  acceptChain: { venue: 'GMX', reason: 'x' },
  createCompetition: { id: 'listener', name: 'x', plan_id: 'standard-100k', from: '2030-01-01', to: '2030-02-01' },
  closeCompetition: { reason: 'x' },
  revokeCertificate: { reason: 'x' },
  addWebhookEndpoint: { url: 'https://example.com/hook' },
  grantPlan: { user_id: 'u', plan_id: 'standard-100k' },
}
