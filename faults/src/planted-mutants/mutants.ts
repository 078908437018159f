/**
 * Defects planted on purpose: what a writer like this can plausibly get wrong. Each is a few exact replacements in the
 * sources; one that does not match exactly once says that the source has changed and the mutant must follow.
 */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

export interface Mutant {
  readonly name: string
  /** The defect that it plants. */
  readonly title: string
  /** Scenarios that must notice. */
  readonly scenarios: readonly [string, ...string[]]
  readonly edits: readonly [Edit, ...Edit[]]
}

const ENGINE = 'services/trading-engine'
const STATEMENT = `${ENGINE}/src/store/write/write-statement.ts`
const WRITER = `${ENGINE}/src/store/write/writer.ts`
const CHAIN = `${ENGINE}/src/venues/chain`
const CORE = `${ENGINE}/src/core`

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'late-idempotency',
    title: 'idempotency row after the account update: a repeated command moves the account before it is noticed',
    scenarios: ['twin-pairs'],
    edits: [
      {
        file: STATEMENT,
        find: 'select * from ok where moves > 0 and (account_id in (select account_id from idem)) is true)',
        replace: 'select * from ok where moves > 0)',
      },
    ],
  },
  {
    name: 'no-unique-index',
    title: 'no unique index on (user_id, client_id)',
    scenarios: ['twin-pairs'],
    edits: [
      {
        file: `${ENGINE}/migrations/0001_accounts_orders_ledger.sql`,
        find: ',\n  unique (user_id, client_id)\n',
        replace: '\n',
      },
    ],
  },
  {
    name: 'naive-retry',
    title: 'naive retry after a lost connection: decided again, whatever became of the first write',
    scenarios: ['dropped-commits'],
    edits: [
      {
        file: WRITER,
        find: "stored.has(command.id) ? 'stored' : 'version_conflict'",
        replace: "stored.has(command.id) ? 'version_conflict' : 'version_conflict'",
      },
    ],
  },
  {
    name: 'float-balance',
    title: 'balance as a float on its way to the database',
    scenarios: ['twin-pairs'],
    edits: [
      {
        file: `${ENGINE}/src/store/tables/accounts.ts`,
        find: "  column.numeric('balance', (account) => account.balance),",
        replace:
          "  { ...column.numeric('balance', () => null), value: (account: Account) => Number(formatDecimal(account.balance)) },",
      },
    ],
  },
  {
    name: 'outbox-outside',
    title: 'events in a statement of their own, after the one of their cause',
    scenarios: ['crash-points'],
    edits: [
      { file: STATEMENT, find: '({ events }) => events)', replace: '({ events }) => events.slice(0, 0))' },
      {
        file: WRITER,
        find: "import type { Pool } from 'pg'\n",
        replace: "import type { Pool } from 'pg'\nimport { EVENT_COLUMNS } from '../tables/events.js'\n",
      },
      {
        file: WRITER,
        find: '      const results = await execute(client, query, writes.length)\n',
        replace: `      const results = await execute(client, query, writes.length)
      for (const [index, { decisions }] of writes.entries())
        for (const { events } of results[index] === 'stored' ? decisions : [])
          for (const event of events)
            await client.query(
              \`insert into events (\${EVENT_COLUMNS.map(({ name }) => name).join(', ')})
                values (\${EVENT_COLUMNS.map((_, place) => \`$\${place + 1}\`).join(', ')})\`,
              EVENT_COLUMNS.map(({ value }) => value(event)),
            )
`,
      },
    ],
  },
  {
    name: 'reply-before-commit',
    title: 'the reply leaves before the commit',
    scenarios: ['crash-points'],
    edits: [
      {
        file: WRITER,
        find: '        queues[patience].push({ write, giveUpAt, resolve, reject, span: tracing.current() })\n',
        replace:
          "        queues[patience].push({ write, giveUpAt, resolve, reject, span: tracing.current() })\n        resolve('stored')\n",
      },
    ],
  },
  {
    name: 'sent-before-stored',
    title: "a live order's bytes are sent before they are stored: after an end in between they are signed again",
    scenarios: ['live-orders'],
    edits: [
      {
        file: `${CHAIN}/sending/transactor.ts`,
        find: "    at('before store')\n",
        replace: "    await client.send(raw).catch(() => undefined)\n    at('before store')\n",
      },
    ],
  },
  {
    name: 'cursor-before-booked',
    title: 'the cursor of a chain moves before its logs are booked: after an end in between they are never read',
    scenarios: ['live-orders'],
    edits: [
      {
        file: `${CHAIN}/follow/block-follower.ts`,
        find: '    if (wallets.size > 0) await bookLogs(wallets, cursor.number + 1, to)\n',
        replace: '',
      },
      {
        file: `${CHAIN}/follow/block-follower.ts`,
        find: '    await store.moveCursor(venue, chainId, cursor, { number: to, hash })\n',
        replace: `    await store.moveCursor(venue, chainId, cursor, { number: to, hash })
    if (wallets.size > 0) await bookLogs(wallets, cursor.number + 1, to)
`,
      },
    ],
  },
  {
    name: 'open-lock',
    title: 'a daily lock is a word: what could open goes on, and more is accepted',
    scenarios: ['live-orders'],
    edits: [
      {
        file: `${CORE}/execution/enforce.ts`,
        find: "isWarned: true } })\n      keepReducing(draft, 'risk', 'RISK')\n",
        replace: 'isWarned: true } })\n',
      },
      {
        file: `${CORE}/execution/sweep.ts`,
        find: "(state !== 'ACTIVE' || isNaming(order))",
        replace: "((state !== 'ACTIVE' && state !== 'REDUCE_ONLY') || isNaming(order))",
      },
      {
        file: `${CORE}/execution/sweep.ts`,
        find: "  if (state !== 'ACTIVE') keepReducing",
        replace: "  if (state !== 'ACTIVE' && state !== 'REDUCE_ONLY') keepReducing",
      },
      {
        file: `${CORE}/risk/rules/account-state.ts`,
        find: "    case 'ACTIVE':\n      return 'trade'\n    case 'REDUCE_ONLY':\n",
        replace: "    case 'ACTIVE':\n    case 'REDUCE_ONLY':\n      return 'trade'\n",
      },
    ],
  },
]
