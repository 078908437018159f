import type { Hook, HookDelivery, NewHook } from '@ats/sdk'
import { InvalidArgumentError, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { DEFAULT_ROWS, withListOptions, type ListOptions } from '../list-options.js'
import { moment } from '../orders/order-words.js'
import { asIs, readCount, readDuration, readList, readOneOf } from '../read-words.js'
import type { Session } from '../session.js'
import { completeId, isWholeId, shortId } from '../short-id.js'
import { facts, type Cell, type Column } from '../terminal/table.js'

const ACTIONS = ['position', 'buy', 'sell', 'close', 'reverse', 'flat'] as const

const COLUMNS: readonly Column<Hook>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'label', cell: ({ label }) => label },
  { heading: 'token', cell: ({ tokenPrefix }) => `${tokenPrefix}…` },
  { heading: 'account', cell: ({ accountId }) => accountId, short: ({ accountId }) => shortId(accountId) },
  { heading: 'symbols', cell: ({ symbols }) => symbols.join(',') || 'all', rank: 2 },
  {
    heading: 'actions',
    cell: ({ actions }) => (actions.length === ACTIONS.length ? 'all' : actions.join(',')),
    rank: 3,
  },
  { heading: 'opens', cell: ({ maxQuantity }) => maxQuantity, align: 'right' },
  { heading: 'a minute', cell: ({ maxOrdersPerMinute }) => String(maxOrdersPerMinute), align: 'right', rank: 4 },
  { heading: 'from', cell: ({ ipList }) => ipList.join(',') || 'anywhere', rank: 5 },
  { heading: 'last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : moment(lastUsedAt)), rank: 1 },
]

const outcomeCell = ({ outcome }: HookDelivery): Cell => {
  if (outcome === 'PLACED') return { text: outcome, style: 'green' }
  return ['NOTHING_TO_DO', 'REPEATED', 'TEST'].includes(outcome) ? outcome : { text: outcome, style: 'red' }
}

const DELIVERY_COLUMNS: readonly Column<HookDelivery>[] = [
  { heading: 'received', cell: ({ received_at }) => moment(received_at) },
  { heading: 'outcome', cell: outcomeCell },
  { heading: 'status', cell: ({ status }) => String(status), align: 'right', rank: 3 },
  {
    heading: 'order',
    cell: ({ order_id }) => order_id ?? '-',
    short: ({ order_id }) => (order_id === null ? '-' : shortId(order_id)),
    rank: 1,
  },
  { heading: 'from', cell: ({ ip }) => ip, rank: 4 },
  { heading: 'why', cell: ({ message }) => message ?? '-' },
  { heading: 'alert', cell: ({ body }) => body, rank: 2 },
]

interface Terms {
  readonly maxQuantity?: string
  readonly symbols?: readonly string[]
  readonly actions?: readonly (typeof ACTIONS)[number][]
  readonly perMinute?: number
  readonly ip?: readonly string[]
  /** False: `--no-expires`. */
  readonly expires?: string | false
  readonly label?: string
}

export function addHookCommands(program: Command, act: Act): void {
  const hooks = program
    .command('hooks')
    .description('addresses for alerts of TradingView and other senders without headers')
    .addHelpText('after', '\nHooks are kept at the wallet, which knows you by ats login --user, or ATS_USER.')
  act(hooks.command('list').description('active hooks, newest first'), async (session) => {
    session.showTable(await session.wallet().hooks(), COLUMNS)
  })
  addCreate(hooks, act)
  addChange(hooks, act)
  addRotate(hooks, act)
  addRevoke(hooks, act)
  addDeliveries(hooks, act)
  addTry(hooks, act)
}

function addCreate(hooks: Command, act: Act): void {
  const create = hooks
    .command('create')
    .description('create a hook on the account; its token is shown once')
    .argument('<label>', 'a name for people')
    .requiredOption('--max-quantity <quantity>', 'the most that one alert may open')
    .option('--symbols <symbols>', 'only these, separated by commas', readList(asIs))
    .option('--actions <actions>', `only these: ${ACTIONS.join(', ')}`, readList(readOneOf(ACTIONS)))
    .option('--per-minute <orders>', 'orders in a minute (default 10)', readCount)
    .option('--ip <addresses>', 'only from there: IPv4, IPv6, CIDR, or tradingview', readList(asIs))
    .option('--expires <time>', 'a time, or a date (its end)')
  act<Terms>(create, async (session, terms, [label = '']) => {
    const account = await session.account()
    showToken(session, await session.wallet().createHook(newHook(account.id, label, terms)))
  })
}

const capsOf = ({ symbols, actions, perMinute, ip }: Terms) => ({
  ...(symbols !== undefined && { symbols: [...symbols] }),
  ...(actions !== undefined && { actions: [...actions] }),
  ...(perMinute !== undefined && { maxOrdersPerMinute: perMinute }),
  ...(ip !== undefined && { ipList: [...ip] }),
})

const newHook = (accountId: string, label: string, terms: Terms): NewHook => ({
  accountId,
  label,
  maxQuantity: terms.maxQuantity ?? '',
  ...capsOf(terms),
  ...(typeof terms.expires === 'string' && { expiresAt: terms.expires }),
})

function addChange(hooks: Command, act: Act): void {
  const change = hooks
    .command('change')
    .description('change what a hook may do; what is not named stays')
    .argument('<id>', 'of the hook, the end of it, or its label')
    .option('--label <label>', 'a name for people')
    .option('--max-quantity <quantity>', 'the most that one alert may open')
    .option('--symbols <symbols>', 'only these, separated by commas', readList(asIs))
    .option('--actions <actions>', `only these: ${ACTIONS.join(', ')}`, readList(readOneOf(ACTIONS)))
    .option('--per-minute <orders>', 'orders in a minute', readCount)
    .option('--ip <addresses>', 'only from there: IPv4, IPv6, CIDR, or tradingview', readList(asIs))
    .option('--expires <time>', 'a time, or a date (its end)')
    .option('--no-expires', 'it does not end by itself')
  act<Terms>(change, async (session, terms, [named = '']) => {
    const body = {
      ...(terms.label !== undefined && { label: terms.label }),
      ...(terms.maxQuantity !== undefined && { maxQuantity: terms.maxQuantity }),
      ...capsOf(terms),
      ...(terms.expires === false ? { expiresAt: null } : terms.expires !== undefined && { expiresAt: terms.expires }),
    }
    if (Object.keys(body).length === 0) throw new Failure('usage', 'say what is to change: ats hooks change -h')
    const hook = await findHook(session, named)
    session.showTable([await session.wallet().updateHook(hook.id, body)], COLUMNS)
  })
}

function addRotate(hooks: Command, act: Act): void {
  const rotate = hooks
    .command('rotate')
    .description('a new token in the place of that of a hook; both work for a while')
    .argument('<id>', 'of the hook, the end of it, or its label')
    .option('--overlap <duration>', 'how long the old one still works: 0h and more (default 24h)', readHours)
    .option('-y, --yes', 'without asking')
  act<{ readonly overlap?: number }>(rotate, async (session, { overlap }, [named = '']) => {
    const hook = await findHook(session, named)
    await session.requireYes(`Give ${hook.label} (${hook.tokenPrefix}…) a new token?`)
    showToken(
      session,
      await session.wallet().rotateHook(hook.id, overlap === undefined ? {} : { overlapHours: overlap }),
    )
  })
}

const HOUR_MS = 3_600_000

/** Whole hours; 0: it ends immediately. */
function readHours(text: string): number {
  if (text === '0') return 0
  const hours = readDuration(text) / HOUR_MS
  if (Number.isInteger(hours)) return hours
  throw new InvalidArgumentError('give whole hours, such as 0h or 24h')
}

function addRevoke(hooks: Command, act: Act): void {
  const revoke = hooks
    .command('revoke')
    .description('revoke a hook: no alert that comes afterwards is taken')
    .argument('<id>', 'of the hook, the end of it, or its label')
    .option('-y, --yes', 'without asking')
  act(revoke, async (session, _options, [named = '']) => {
    const id = isWholeId(named) ? named : (await findHook(session, named)).id
    await session.requireYes(`Revoke ${named}? It cannot be undone.`)
    const revoked = await session.wallet().revokeHook(id)
    session.show(revoked, () => [`revoked ${revoked.id} at ${revoked.revokedAt}`])
  })
}

function addDeliveries(hooks: Command, act: Act): void {
  const deliveries = withListOptions(
    hooks
      .command('deliveries')
      .description('the alerts that a hook has received, and what became of each')
      .argument('<id>', 'of the hook, the end of it, or its label'),
  )
  act<ListOptions>(deliveries, async (session, { limit = DEFAULT_ROWS, ...span }, [named = '']) => {
    const id = isWholeId(named) ? named : (await findHook(session, named)).id
    session.showTable(await session.trading.hooks.deliveries(id, span).take(limit), DELIVERY_COLUMNS)
  })
}

function addTry(hooks: Command, act: Act): void {
  const send = hooks
    .command('test')
    .description('what an alert would do now; nothing is placed')
    .argument('<token>', 'svc_hk_…')
    .argument('<alert>', 'its text, as the sender would send it: JSON')
  act(send, async (session, _options, [token = '', alert = '']) => {
    const answer = await session.trading.hooks.send(token, readAlert(alert), { dryRun: true })
    session.showFacts(answer, [
      ['outcome', answer.outcome],
      ['refused by', answer.violations.join(', ') || '-'],
      ['told from the next by', answer.told_by],
    ])
  })
}

function readAlert(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below, as of what is no object.
  }
  throw new Failure('usage', 'the alert must be a JSON object, such as {"symbol":"BTC-USD","position":"0.1"}')
}

/** @throws Failure usage, when none matches or more than one */
async function findHook(session: Session, named: string): Promise<Hook> {
  const all = await session.wallet().hooks()
  const [only, ...others] = all.filter(({ label, tokenPrefix }) => label === named || tokenPrefix === named)
  if (others.length > 0) throw new Failure('usage', `several hooks are called ${named}: name one by its id`)
  if (only !== undefined) return only
  const ids = all.map(({ id }) => id)
  const id = isWholeId(named) ? named : completeId('active hook', named, ids)
  const found = all.find((hook) => hook.id === id)
  if (found === undefined) throw new Failure('refused', `no active hook of yours is ${named}`)
  return found
}

function showToken(
  { show, terminal, connection }: Session,
  created: { readonly hook: Hook; readonly token: string },
): void {
  const { hook, token } = created
  const entries = [
    ['id', hook.id],
    ['label', hook.label],
    ['address', `${connection.url}/v1/hooks/${token}`],
    ['message', '{"symbol":"{{ticker}}","position":"{{strategy.position_size}}","time":"{{timenow}}"}'],
  ] as const
  show(created, () => facts(entries, terminal.paint))
  terminal.note('the address is shown this once: paste it into the alert now')
}
