/** Competitions: made by operators, entered by traders, each with one account that has not traded yet. */
import { inTransaction } from '@ats/service-kit/db'
import { notFound } from '@ats/service-kit/http'
import { invalidPayload, RequestError } from '@ats/service-kit/process'
import type { Pool } from 'pg'
import type { Account } from '../core/model/account/account.js'
import type { OperatorAction } from '../core/model/account/operator-audit.js'
import type { Competition, CompetitionEntry } from '../core/model/competition.js'
import type { Micros } from '../core/values/time.js'
import {
  closeCompetition as storeClosing,
  findCompetition,
  findEntryOf,
  hasTraded,
  insertCompetition,
  insertEntry,
  lockCompetition,
  renameEntry,
} from '../store/operator/competitions.js'
import { insertAudit } from '../store/operator/operator-audit.js'
import { listPlans } from '../store/operator/plans.js'
import { asNumber } from '../wire/decimals.js'
import { competitionCodec } from '../wire/account/competition-codec.js'
import { unknownPlan } from './unknown-plan.js'

export interface CompetitionDependencies {
  readonly pool: Pool
  readonly now: () => Micros
  readonly newId: () => string
}

export type NewCompetition = Omit<Competition, 'planVersion' | 'createdAt' | 'entries' | 'closedReason'>

export const createCompetition = (
  { pool, now, newId }: CompetitionDependencies,
  wanted: NewCompetition,
  operator: OperatorAction,
): Promise<Competition> =>
  inTransaction(pool, async (client) => {
    const plan = (await listPlans(client)).find(({ id }) => id === wanted.planId)
    if (plan === undefined) throw unknownPlan(wanted.planId)
    const at = now()
    if (wanted.to <= at) throw overAlready()
    const competition = { ...wanted, planVersion: plan.version, createdAt: at, entries: 0, closedReason: null }
    if (!(await insertCompetition(client, competition)))
      throw new RequestError('conflict', 'there is a competition with this id', { reason: 'competition_exists' })
    const outcome = competitionCodec.value(competition, asNumber)
    const done = { id: newId(), at, action: 'create_competition', subject: wanted.id, outcome }
    await insertAudit(client, { ...done, ...operator })
    return competition
  })

/** Ends it now: nobody enters any more, and the ranks are those of this moment. Asked again it stays as it is. */
export const closeCompetition = (
  { pool, now, newId }: CompetitionDependencies,
  id: string,
  reason: string,
  operator: OperatorAction,
): Promise<Competition> =>
  inTransaction(pool, async (client) => {
    await lockCompetition(client, id)
    const competition = await findCompetition(client, id)
    if (competition === null) throw notFound('competition')
    if (competition.closedReason !== null) return competition
    const at = now()
    if (at >= competition.to) throw isOver()
    await storeClosing(client, id, at, reason)
    const closed = { ...competition, to: at, closedReason: reason }
    const outcome = competitionCodec.value(closed, asNumber)
    await insertAudit(client, { id: newId(), at, action: 'close_competition', subject: id, outcome, ...operator })
    return closed
  })

const isOver = (): RequestError =>
  new RequestError('conflict', 'the competition is over', { reason: 'competition_over' })

export interface Entered {
  readonly entry: CompetitionEntry
  /** False when it was there already. */
  readonly isNew: boolean
}

export const enterCompetition = (
  { pool, now, newId }: CompetitionDependencies,
  competitionId: string,
  account: Account,
  displayName: string | null,
): Promise<Entered> =>
  inTransaction(pool, async (client) => {
    await lockCompetition(client, competitionId)
    const competition = await findCompetition(client, competitionId)
    if (competition === null) throw notFound('competition')
    const known = await findEntryOf(client, competitionId, account.userId)
    if (known?.accountId === account.id) {
      const entry = { ...known, displayName }
      if (known.displayName !== displayName) await renameEntry(client, entry)
      return { entry, isNew: false }
    }
    if (known !== null)
      throw new RequestError('conflict', 'another account of this user has entered', { reason: 'already_entered' })
    const at = now()
    if (at >= competition.to) throw isOver()
    if (competition.entries >= competition.entryCap)
      throw new RequestError('conflict', 'all places are taken', { reason: 'competition_full' })
    const { planId, planVersion } = competition
    if (account.plan.id !== planId || account.plan.version !== planVersion)
      throw notEligible(`the account must be of version ${planVersion} of the plan ${planId}`)
    if (account.state !== 'ACTIVE' || (await hasTraded(client, account.id)))
      throw notEligible('the account must be ACTIVE and not have traded yet')
    const { id: accountId, userId } = account
    const entry = { id: newId(), competitionId, accountId, userId, displayName, enteredAt: at }
    await insertEntry(client, entry)
    return { entry, isNew: true }
  })

function overAlready(): RequestError {
  const message = 'to must be in the future'
  return invalidPayload([{ path: ['to'], code: 'time.past', message }], message)
}

const notEligible = (message: string): RequestError => new RequestError('conflict', message, { reason: 'not_eligible' })
