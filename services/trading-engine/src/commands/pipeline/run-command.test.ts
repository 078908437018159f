import { BY_COPY, BY_SYSTEM } from '../../core/model/order/origin.js'
import type { Account } from '../../core/model/account/account.js'
import { decided } from '../../core/model/outcome.js'
import { decidePlace } from '../../core/decide/decide-place.js'
import type { WriteResult } from '../../store/write/execute-write.js'
import { asNumber } from '../../wire/decimals.js'
import { limit } from '../../../test/support/commands.js'
import { aTrader } from '../../../test/support/trader.js'
import { createAccountQueue } from './account-queue.js'
import type { Command, CommandDependencies } from './command.js'
import { createIdempotency } from './idempotency.js'
import { createRunCommands } from './run-command.js'

/** Commands on one account, over a database that the test lets answer. */
function setUp() {
  const trader = aTrader()
  let { account } = trader
  const seen: string[] = []
  const writes: { readonly patience: string; readonly version: number; readonly end: (result: WriteResult) => void }[] =
    []
  const dependencies: Partial<CommandDependencies> = {
    pool: { query: () => Promise.resolve({ rows: [] }) } as never,
    contexts: {
      get: () => Promise.resolve(account),
      put: (after: Account) => void (account = after),
      drop: () => undefined,
    } as never,
    queue: createAccountQueue({ total: 100, perAccount: 100 }),
    writer: {
      write: ({ version }, _giveUpAt, patience = 'ordinary') =>
        new Promise((end) => writes.push({ patience, version, end })),
      lockAccount: () => Promise.reject(new Error('nobody else has the account')),
    },
    idempotency: createIdempotency({} as never, 1_000),
    getContext: () => trader.script.context(),
    shareTexts: (response, events) => ({ response, events }),
    waitMs: 60_000,
    onCommitted: () => undefined,
    onDecided: () => undefined,
  }
  const command = (kind: string, fields: Partial<Command<string>> = {}): Command<string> => ({
    ...{ kind, userId: trader.account.userId, accountId: trader.account.id, origin: BY_SYSTEM, clientId: null },
    fingerprint: Buffer.alloc(0),
    decide: (current) => {
      seen.push(`${kind} on ${current.orders.size}`)
      const outcome = decidePlace(current, limit('BUY', '0.01', '1000'), trader.script.context())
      return outcome.kind === 'problem' ? outcome : decided(outcome.changes, kind)
    },
    render: (answer) => ({ status: 200, text: answer }),
    write: asNumber,
    ...fields,
  })
  const copy = (kind: string) => command(kind, { origin: BY_COPY, isPatient: true })
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
  return { seen, writes, command, copy, turns, run: createRunCommands(dependencies as CommandDependencies) }
}

test('commands of an account are written one after the other, whatever their patience, each decided on what is stored', async () => {
  const { seen, writes, command, copy, turns, run } = setUp()
  const all = [copy('copy 1'), command('order 1'), copy('copy 2'), command('order 2')].map((one) => run([one]))
  const orders = ['copy 1 on 0', 'order 1 on 1', 'copy 2 on 2', 'order 2 on 3']
  for (const [place, patience] of ['patient', 'ordinary', 'patient', 'ordinary'].entries()) {
    await turns()
    expect([seen, writes.length, writes.at(-1)?.patience]).toEqual([orders.slice(0, place + 1), place + 1, patience])
    writes.at(-1)?.end('stored')
  }
  expect(await Promise.all(all)).toHaveLength(4)
  const [first] = writes
  expect(writes.map(({ version }) => version - (first?.version ?? 0))).toEqual([0, 1, 2, 3])
})

test('commands of which one is not patient are written as its caller needs it', async () => {
  const { writes, command, copy, turns, run } = setUp()
  const both = run([copy('copy'), command('order')])
  await turns()
  expect(writes.map(({ patience }) => patience)).toEqual(['ordinary'])
  writes[0]?.end('stored')
  await both
})
