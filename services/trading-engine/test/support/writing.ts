/**
 * Decisions for the writer, made without HTTP: accounts in a database, orders on a scripted market, and the writer
 * itself.
 */
import { BY_SYSTEM } from '../../src/core/model/order/origin.js'
import { createHash } from 'node:crypto'
import { NO_TRACING } from '@ats/service-kit/process'
import { createTestPool, TEST_TIMEOUT_FACTOR } from '@ats/test-kit'
import type { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Account } from '../../src/core/model/account/account.js'
import { decidePlace } from '../../src/core/decide/decide-place.js'
import { openAccount } from '../../src/core/decide/open-account.js'
import type { CommandRow } from '../../src/store/tables/commands.js'
import { insertAccount } from '../../src/store/write/insert-account.js'
import { createAccountReader } from '../../src/store/accounts/load-account.js'
import type { Decision, Write } from '../../src/store/write/write-statement.js'
import { createWriter, type Writer, type WriterOptions } from '../../src/store/write/writer.js'
import { decidedEvent } from '../../src/wire/event-data.js'
import { createResourceTexts } from '../../src/wire/resource-texts.js'
import { market } from './commands.js'
import { aPlan } from './plans/plans.js'
import { scriptContext } from './market/scripted-world.js'

export const SOON = (): number => Date.now() + 10_000

export interface Writing {
  readonly pool: Pool
  readonly writer: Writer
  /** Fresh accounts, each of a user of its own unless told. */
  openAccounts(count: number, userId?: string): Promise<Account[]>
  reload(accountId: string): Promise<Account>
  close(): Promise<void>
}

const script = scriptContext()
script.setPrice('BTC-USD', '60000')
const context = () => ({ ...script.context(), now: Date.now() * 1000, newId: uuidv7 })

export function startWriting(connectionString: string, options: Partial<WriterOptions> = {}): Writing {
  const pool = createTestPool(connectionString, { timestampsAsText: true, max: 6 })
  const writePool = createTestPool(connectionString, {
    timestampsAsText: true,
    max: 4,
    applicationName: 'test writer',
  })
  const reader = createAccountReader()
  const writer = createWriter({
    pool: writePool,
    lockPool: pool,
    reader,
    // Longer than a busy machine takes.
    statementTimeoutMs: 1_500 * TEST_TIMEOUT_FACTOR,
    resolveTimeoutMs: 2_000 * TEST_TIMEOUT_FACTOR,
    sender: () => null,
    onDoubtEnded: () => undefined,
    onBatch: () => undefined,
    tracing: NO_TRACING,
    ...options,
  })
  return {
    pool,
    writer,
    openAccounts: (count, userId) => Promise.all(Array.from({ length: count }, () => open(pool, userId ?? uuidv7()))),
    async reload(accountId) {
      const account = (await reader.load(pool, [accountId])).get(accountId)
      if (account === undefined) throw new Error('no such account')
      return account
    },
    async close() {
      writer.stop()
      await Promise.all([pool.end(), writePool.end()])
    },
  }
}

async function open(pool: Pool, userId: string): Promise<Account> {
  const plan = { ...aPlan(), id: 'standard-100k' }
  const { account, funding } = openAccount(
    { userId, plan, challengeId: uuidv7(), name: null, defaultVenue: null },
    context(),
  )
  const client = await pool.connect()
  try {
    await insertAccount(client, account, funding, commandRow(account, null))
  } finally {
    client.release()
  }
  return account
}

const commandRow = (account: Account, clientId: string | null, fields: Partial<CommandRow> = {}): CommandRow => ({
  id: uuidv7(),
  userId: account.userId,
  clientId,
  accountId: account.id,
  kind: 'test',
  origin: BY_SYSTEM,
  fingerprint: createHash('sha256').update(String(clientId)).digest(),
  moves: true,
  status: 200,
  response: '{"é":"\\u2028"}',
  at: account.clock,
  ...fields,
})

export interface OrderTerms {
  readonly clientId?: string | null
  readonly commandId?: string
  readonly size?: string
}

/** A decision and the version it was made on. */
export interface OneDecision extends Decision {
  readonly version: number
}

/** A filled market order, decided on the account as given. */
export function anOrder(account: Account, { clientId = null, commandId, size = '0.01' }: OrderTerms = {}): OneDecision {
  const outcome = decidePlace(account, market('BUY', size, { clientId }), context())
  if (outcome.kind !== 'decided' || outcome.changes === null) throw new Error('the order was not accepted')
  const { changes } = outcome
  const command = commandRow(changes.account, clientId, commandId === undefined ? {} : { id: commandId })
  const texts = createResourceTexts()
  const events = changes.events.map((event) => decidedEvent(account, event, texts))
  return { command, version: account.version, changes, events }
}

/** An answer without effects. */
export const aRefusal = (account: Account, clientId: string): OneDecision => ({
  command: commandRow(account, clientId, { moves: false }),
  version: account.version,
  changes: null,
  events: [],
})

/** Several are those of one account, each made on what the one before leaves. */
export const asWrite = ({ version, ...first }: OneDecision, ...others: readonly OneDecision[]): Write => ({
  version,
  decisions: [first, ...others],
})
