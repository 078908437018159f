import type { Account, ClosedPosition, Closing, Position } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { DEFAULT_ROWS, withListOptions, type ListOptions } from '../list-options.js'
import {
  choiceOption,
  readDistance,
  TRIGGER_SOURCES,
  type Distance,
  type TriggerSource,
} from '../orders/order-options.js'
import { amount, moment, placementLines, pnlCell } from '../orders/order-words.js'
import { refusal } from '../orders/place.js'
import { readDecimal } from '../read-words.js'
import { endsWith, shortId } from '../short-id.js'
import { grouped } from '../terminal/decimal-text.js'
import type { Paint } from '../terminal/paint.js'
import { facts, type Cell, type Column } from '../terminal/table.js'

export function addPositionCommands(program: Command, act: Act): void {
  const positions = program.command('positions').description('open positions, closing and protecting them')
  addLists(positions, act)
  addClose(positions, act)
  addProtect(positions, act)
}

const directionCell = (direction: string): Cell => ({ text: direction, style: direction === 'LONG' ? 'green' : 'red' })

export const POSITION_COLUMNS: readonly Column<Position>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id), rank: 5 },
  { heading: 'symbol', cell: ({ symbol }) => symbol },
  { heading: 'venue', cell: ({ venue }) => venue, rank: 4 },
  { heading: 'direction', cell: ({ direction }) => directionCell(direction) },
  { heading: 'quantity', cell: ({ quantity }) => grouped(quantity), align: 'right' },
  { heading: 'entry', cell: ({ entry_price }) => amount(entry_price), align: 'right' },
  { heading: 'mark', cell: ({ mark_price }) => amount(mark_price), align: 'right' },
  { heading: 'PnL', cell: ({ unrealized_pnl }) => pnlCell(unrealized_pnl), align: 'right' },
  { heading: 'stop', cell: ({ stop_loss }) => amount(stop_loss?.trigger_price), align: 'right', rank: 2 },
  { heading: 'target', cell: ({ take_profit }) => amount(take_profit?.trigger_price), align: 'right', rank: 3 },
  { heading: 'liquidation', cell: ({ liquidation_price }) => amount(liquidation_price), align: 'right', rank: 6 },
]

const CLOSED_COLUMNS: readonly Column<ClosedPosition>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id), rank: 4 },
  { heading: 'closed', cell: ({ closed_at }) => moment(closed_at) },
  { heading: 'symbol', cell: ({ symbol }) => symbol },
  { heading: 'direction', cell: ({ direction }) => directionCell(direction) },
  { heading: 'quantity', cell: ({ quantity }) => grouped(quantity), align: 'right' },
  { heading: 'entry', cell: ({ entry_price }) => amount(entry_price), align: 'right', rank: 2 },
  { heading: 'exit', cell: ({ exit_price }) => amount(exit_price), align: 'right', rank: 1 },
  { heading: 'PnL', cell: ({ realized_pnl }) => pnlCell(realized_pnl), align: 'right' },
  { heading: 'fees', cell: ({ fees }) => amount(fees), align: 'right', rank: 3 },
  { heading: 'by', cell: ({ close_reason }) => close_reason },
]

function addLists(positions: Command, act: Act): void {
  act(positions.command('list').description('open positions'), async (session) => {
    session.showTable(await (await session.account()).positions(), POSITION_COLUMNS)
  })
  const history = withListOptions(positions.command('history').description('closed positions, newest first'))
  act<ListOptions>(history, async (session, { limit = DEFAULT_ROWS, ...span }) => {
    const account = await session.account()
    const found = await account.positionsHistory({ ...span, pageSize: Math.min(limit, 500) }).take(limit)
    session.showTable(found, CLOSED_COLUMNS)
  })
}

interface CloseOptions {
  readonly quantity?: string
  readonly limit?: string
  readonly clientId?: string
}

function addClose(positions: Command, act: Act): void {
  const close = positions
    .command('close')
    .description('close a position, or part of it')
    .argument('<symbol|position-id>', 'such as BTC-USD, or the id of the position or the end of it')
    .option('--quantity <n>', 'only so much of it', readDecimal)
    .option('--limit <price>', 'at this price or better', readDecimal)
    .option('--client-id <id>', 'your name for it: with the same one it happens once')
    .option('-y, --yes', 'without asking')
  act<CloseOptions>(close, async (session, { quantity, limit, clientId }, [named = '']) => {
    const account = await session.account()
    const position = await findPosition(account, named)
    const { symbol, direction } = position
    const much =
      quantity === undefined ? grouped(position.quantity) : `${grouped(quantity)} of ${grouped(position.quantity)}`
    await session.requireYes(
      `Close ${direction} ${much} ${symbol}${limit === undefined ? ' at the market' : ` at ${limit}`}?`,
    )
    const closing = await account.close({
      symbol,
      position_id: position.id,
      ...(clientId !== undefined && { client_id: clientId }),
      ...(quantity !== undefined && { quantity }),
      ...(limit !== undefined && { kind: 'LIMIT', price: limit }),
    })
    session.show(closing, () => closingLines(closing, session.terminal.paint))
    if (!closing.placed) throw refusal(closing.violations)
  })
}

function closingLines(closing: Closing, paint: Paint): readonly string[] {
  if (!closing.placed) return []
  const { position } = closing
  const left =
    position === null ? 'nothing is left open' : `left open: ${grouped(position.quantity)} ${position.symbol}`
  return [...placementLines(closing, paint), left]
}

interface ProtectOptions {
  readonly stopLoss?: string
  readonly trailingStop?: Distance
  readonly target?: string
  readonly removeStop?: true
  readonly removeTarget?: true
  readonly triggerBy?: TriggerSource
}

function addProtect(positions: Command, act: Act): void {
  const protect = positions
    .command('protect')
    .description('set or remove the stop and the target of a position; what is not named stays')
    .argument('<symbol|position-id>', 'such as BTC-USD, or the id of the position or the end of it')
    .option('--stop-loss <price>', 'where it stops', readDecimal)
    .option('--trailing-stop <distance|%>', 'or how far its stop follows the market', readDistance)
    .option('--target <price>', 'where it takes its profit', readDecimal)
    .option('--remove-stop', 'without a stop from now on')
    .option('--remove-target', 'without a target from now on')
    .addOption(choiceOption('--trigger-by <price>', 'which price they watch', TRIGGER_SOURCES))
  act<ProtectOptions>(protect, async (session, options, [named = '']) => {
    const body = {
      ...protection('stop_loss', stopOf(options), options.removeStop, options.triggerBy),
      ...protection('take_profit', at(options.target), options.removeTarget, options.triggerBy),
    }
    if (Object.keys(body).length === 0)
      throw new Failure(
        'usage',
        'say what to set or remove: --stop-loss, --trailing-stop, --target, --remove-stop or --remove-target',
      )
    const account = await session.account()
    const { id } = await findPosition(account, named)
    const position = await account.protect(id, body)
    session.show(position, () => facts(positionFacts(position), session.terminal.paint))
  })
}

const at = (price: string | undefined): object | undefined =>
  price === undefined ? undefined : { trigger_price: price }

function stopOf({ stopLoss, trailingStop }: ProtectOptions): object | undefined {
  if (stopLoss !== undefined && trailingStop !== undefined)
    throw new Failure('usage', '--stop-loss and --trailing-stop are two ways to stop: send one of them')
  return trailingStop === undefined ? at(stopLoss) : { trail: trailingStop }
}

function protection(
  name: string,
  set: object | undefined,
  isRemoved: true | undefined,
  by: TriggerSource | undefined,
): object {
  if (set !== undefined && isRemoved) throw new Failure('usage', `${name} cannot be both set and removed`)
  if (isRemoved) return { [name]: null }
  return set === undefined ? {} : { [name]: { ...set, ...(by !== undefined && { trigger_by: by }) } }
}

const positionFacts = (position: Position): readonly (readonly [string, Cell])[] => [
  ['id', position.id],
  ['position', `${position.direction} ${grouped(position.quantity)} ${position.symbol}`],
  ['entry', amount(position.entry_price)],
  ['mark', amount(position.mark_price)],
  ['PnL', pnlCell(position.unrealized_pnl)],
  ['stop', amount(position.stop_loss?.trigger_price)],
  ['target', amount(position.take_profit?.trigger_price)],
  ['liquidation', amount(position.liquidation_price)],
]

/** @throws Failure usage, when none matches or more than one */
async function findPosition(account: Account, named: string): Promise<Position> {
  const open = await account.positions()
  const bare = (symbol: string): string => symbol.toUpperCase().replace(/[-/_]/, '')
  const found = open.filter(({ id, symbol }) => id === named || endsWith(id, named) || bare(symbol) === bare(named))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const listed = (found.length === 0 ? open : found).map(
    ({ id, symbol, direction, quantity, venue }) => `${id}  ${direction} ${grouped(quantity)} ${symbol} on ${venue}`,
  )
  if (only !== undefined)
    throw new Failure('usage', `${named} is held more than once: name the position by its id`, listed)
  throw new Failure('refused', `no open position is ${named}`, listed.length === 0 ? ['there is none open'] : listed)
}
