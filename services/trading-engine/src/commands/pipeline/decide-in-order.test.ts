import { BY_SYSTEM } from '../../core/model/order/origin.js'
import type { Account } from '../../core/model/account/account.js'
import type { Changes } from '../../core/model/draft.js'
import { decided, type Outcome } from '../../core/model/outcome.js'
import type { Write } from '../../store/write/write-statement.js'
import type { WriteResult } from '../../store/write/execute-write.js'
import { asNumber } from '../../wire/decimals.js'
import { aTrader } from '../../../test/support/trader.js'
import { limit } from '../../../test/support/commands.js'
import { decidePlace } from '../../core/decide/decide-place.js'
import type { Command, Unwritten } from './command.js'
import { decideInOrder } from './decide-in-order.js'
import type { Ended } from './idempotency.js'

type Decide = (account: Account, unwritten: Unwritten) => Outcome<string>

/** Decides commands in this order on an account, with a database that says what the test says. */
function setUp(results: readonly WriteResult[] = ['stored']) {
  const trader = aTrader()
  const writes: Write[] = []
  const stored = new Map<string, Ended>()
  const committed: Account[] = []
  const left = [...results]
  const command = (clientId: string, decide: Decide): Command<string> => ({
    ...{ kind: 'test', userId: trader.account.userId, accountId: trader.account.id, origin: BY_SYSTEM, clientId },
    fingerprint: Buffer.alloc(0),
    decide: (account, _context, _db, unwritten) => decide(account, unwritten),
    render: (answer) => ({ status: 200, text: answer }),
    write: asNumber,
  })
  const placing =
    (size: string) =>
    (account: Account): Outcome<string> => {
      const outcome = decidePlace(account, limit('BUY', size, '1000'), trader.script.context())
      if (outcome.kind === 'problem') return outcome
      return decided(outcome.changes, `${outcome.answer.order?.id}`)
    }
  const tools: Parameters<typeof decideInOrder>[0] = {
    contexts: { put: () => undefined, drop: () => undefined } as never,
    idempotency: {
      replays: (attempts: readonly { readonly clientId: string | null }[]) =>
        Promise.resolve(
          new Map(
            attempts.flatMap(({ clientId }, place) => {
              const end = stored.get(clientId ?? '')
              return end === undefined ? [] : [[place, end] as const]
            }),
          ),
        ),
    } as never,
    getContext: () => trader.script.context(),
    shareTexts: (response, events) => ({ response, events }),
    onCommitted: (account) => void committed.push(account),
    onDecided: () => undefined,
  }
  const run = (commands: readonly Command<string>[]) =>
    decideInOrder(tools, commands, trader.account, {
      write: (write) => {
        writes.push(write)
        return Promise.resolve(left.shift() ?? 'stored')
      },
      isLatest: () => Promise.resolve(true),
      db: undefined as never,
    })
  return { trader, writes, stored, committed, command, placing, run }
}

const textsOf = (ends: readonly Ended[] | null) =>
  ends?.map((end) => ('answer' in end ? end.answer.text : (end.error as Error).message))

test('each is decided on what the one before leaves, and all are one write', async () => {
  const { trader, writes, committed, command, placing, run } = setUp()
  const seen: number[] = []
  const watching =
    (size: string) =>
    (account: Account): Outcome<string> => {
      seen.push(account.orders.size)
      return placing(size)(account)
    }
  await run(['a', 'b', 'c'].map((id, index) => command(id, watching(`0.0${index + 1}`))))
  expect(seen).toEqual([0, 1, 2])
  expect(writes).toMatchObject([{ version: trader.account.version, decisions: [{}, {}, {}] }])
  expect(committed).toMatchObject([{ version: trader.account.version + 3 }])
})

test('a fault in one decision is that one’s, and what comes after it stands on what came before', async () => {
  const { writes, command, placing, run } = setUp()
  const ends = await run([
    command('a', placing('0.01')),
    command('b', () => {
      throw new Error('a fault of ours')
    }),
    command('c', (account) => decided(null, `${account.orders.size} orders`)),
  ])
  expect(textsOf(ends)!.slice(1)).toEqual(['a fault of ours', '1 orders'])
  expect(writes[0]!.decisions.map(({ command: { clientId } }) => clientId)).toEqual(['a', 'c'])
})

test('the fault of a command alone is thrown', async () => {
  const { command, run } = setUp()
  const failing = command('a', () => {
    throw new Error('a fault of ours')
  })
  await expect(run([failing])).rejects.toThrow('a fault of ours')
})

test('a command finds the orders of those before it as they have left them', async () => {
  const { command, placing, run } = setUp()
  let id = ''
  let found: readonly unknown[] = []
  await run([
    command('a', (account) => {
      const outcome = placing('0.01')(account)
      if (outcome.kind === 'decided') id = outcome.answer
      return outcome
    }),
    command('b', (account, unwritten) => {
      found = [unwritten(id)?.status, unwritten('another')]
      return decided(null, String(account.orders.size))
    }),
  ])
  expect(found).toEqual(['OPEN', undefined])
})

test('one that was answered before is replayed and not decided, and a problem counts only where there is no answer', async () => {
  const { writes, stored, command, placing, run } = setUp()
  const replay = { answer: { status: 200, text: 'the first answer', isReplay: true } }
  stored.set('known', replay)
  const ends = await run([
    command('known', () => {
      throw new Error('it must not be decided')
    }),
    command('late', () => {
      // Another process has answered it since it was looked up.
      stored.set('late', replay)
      return { kind: 'problem', problem: { kind: 'not_found', message: 'no such thing' } }
    }),
    command('wrong', () => ({ kind: 'problem', problem: { kind: 'not_found', message: 'no such thing' } })),
    command('new', placing('0.01')),
  ])
  expect(textsOf(ends)!.slice(0, 3)).toEqual(['the first answer', 'the first answer', 'no such thing'])
  expect(writes[0]!.decisions).toHaveLength(1)
})

test('a lost race, or a duplicate of some, means that all are decided again', async () => {
  const { committed, command, placing, run, stored } = setUp(['version_conflict', 'duplicate', 'duplicate'])
  const commands = ['a', 'b'].map((id) => command(id, placing('0.01')))
  expect(await run(commands)).toBeNull()
  stored.set('c', { answer: { status: 200, text: 'c', isReplay: true } })
  expect(await run(commands)).toBeNull()
  expect(committed).toEqual([])
})

test('others have their turn of the event loop between slow decisions', async () => {
  const { command, run } = setUp()
  const turns: number[] = []
  let turn = 0
  const count = (): void => {
    turn += 1
    if (turn < 1_000) setImmediate(count)
  }
  setImmediate(count)
  const slow = (): Outcome<string> => {
    const until = performance.now() + 4
    while (performance.now() < until) Math.sqrt(until)
    turns.push(turn)
    return decided(null, '')
  }
  await run(['a', 'b', 'c'].map((id) => command(id, slow)))
  turn = 1_000
  expect(new Set(turns).size).toBe(3)
})

test('the rows of a trading day, or of anything else, are those of all decisions', async () => {
  const { trader, writes, command, placing, run } = setUp()
  await run(['a', 'b'].map((id) => command(id, placing('0.01'))))
  const rows = (of: (changes: Changes) => readonly unknown[]) =>
    writes[0]!.decisions.flatMap(({ changes }) => (changes === null ? [] : of(changes))).length
  expect([rows(({ orders }) => orders), rows(({ events }) => events)]).toEqual([2, 2])
  expect(writes[0]!.decisions.map(({ events }) => events.map(({ sequence }) => sequence))).toEqual([
    [trader.account.eventSequence + 1],
    [trader.account.eventSequence + 2],
  ])
})
