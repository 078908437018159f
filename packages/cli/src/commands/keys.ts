import type { ApiKey } from '@ats/sdk'
import { InvalidArgumentError, type Command } from 'commander'
import type { Act } from '../act.js'
import type { CreatedKey } from '../bodies.js'
import { profilesPath } from '../config.js'
import { Failure } from '../failure.js'
import { moment } from '../orders/order-words.js'
import { changeProfiles, readProfiles, withProfile } from '../profile/profile-file.js'
import { asIs, readDuration, readList, readOneOf } from '../read-words.js'
import type { Session } from '../session.js'
import { completeId, isWholeId, shortId } from '../short-id.js'
import { facts, type Cell, type Column } from '../terminal/table.js'

const SCOPES = ['READ_ONLY', 'TRADE', 'MANAGE_ORDERS'] as const
type Scope = (typeof SCOPES)[number]

const COLUMNS: readonly Column<ApiKey>[] = [
  { heading: 'id', cell: ({ id }) => id, short: ({ id }) => shortId(id) },
  { heading: 'label', cell: ({ label }) => label },
  { heading: 'key', cell: ({ keyPrefix }) => `${keyPrefix}…` },
  {
    heading: 'scopes',
    cell: ({ permissions }) => permissions.join(','),
    short: ({ permissions }) => letters(permissions),
  },
  { heading: 'from', cell: ({ ipWhitelist }) => ipWhitelist.join(',') || 'anywhere', rank: 3 },
  { heading: 'expires', cell: ({ expiresAt }) => (expiresAt === null ? 'never' : moment(expiresAt)), rank: 1 },
  { heading: 'last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : moment(lastUsedAt)), rank: 2 },
  { heading: 'webhook', cell: ({ webhookUrl }) => webhookUrl ?? '-', rank: 4 },
]

/** Scopes by their first letters: R, T, M. */
const letters = (scopes: readonly string[]): string => scopes.map((scope) => scope.slice(0, 1)).join('')

interface CreateOptions {
  readonly scopes?: readonly Scope[]
  readonly ip?: readonly string[]
  readonly expires?: string
  readonly webhook?: string
}

export function addKeyCommands(program: Command, act: Act): void {
  const keys = program
    .command('keys')
    .description('your API keys, at the wallet')
    .addHelpText('after', '\nThe wallet knows you by the user of the profile (ats login --user), or ATS_USER.')
  act(keys.command('list').description('active keys, newest first'), async (session) => {
    session.showTable(await listKeys(session), COLUMNS)
  })
  const create = keys
    .command('create')
    .description('create a key; its secret is shown once')
    .argument('<label>', 'a name for people')
    .option(
      '--scopes <scopes>',
      `what it may do, separated by commas: ${SCOPES.join(', ')} (default: READ_ONLY)`,
      readList(readOneOf(SCOPES)),
    )
    .option('--ip <addresses>', 'only from there: IPv4, IPv6 or CIDR, separated by commas', readList(asIs))
    .option('--expires <time>', 'a time, or a date (its end)')
    .option('--webhook <url>', 'where the events of your accounts are sent: https')
  act<CreateOptions>(create, async (session, { scopes, ip, expires, webhook }, [label = '']) => {
    const created = await session.wallet().createKey({
      label,
      permissions: [...(scopes ?? (['READ_ONLY'] as const))],
      ...(ip !== undefined && { ipWhitelist: [...ip] }),
      ...(expires !== undefined && { expiresAt: expires }),
      ...(webhook !== undefined && { webhookUrl: webhook }),
    })
    showCreated(session, created)
  })
  addRotate(keys, act)
  addRevoke(keys, act)
}

interface RotateOptions {
  readonly overlap?: number
}

function addRotate(keys: Command, act: Act): void {
  const rotate = keys
    .command('rotate')
    .description('a new key and secret in the place of those of a key; both work for a while')
    .argument('<id>', 'of the key, the end of it, or its label')
    .option('--overlap <duration>', 'how long the old ones still work: 0h and more (default 24h)', readOverlap)
    .option('-y, --yes', 'without asking')
    .addHelpText('after', '\nWhere the profile uses the old key, it uses the new one afterwards.')
  act<RotateOptions>(rotate, async (session, { overlap }, [named = '']) => {
    const old = await findKey(session, named)
    await session.requireYes(`Give ${old.label} (${old.keyPrefix}…) a new key and secret?`)
    const rotated = await session.wallet().rotateKey(old.id, overlap === undefined ? {} : { overlapHours: overlap })
    keepInProfile(session, old, rotated)
    showCreated(session, rotated)
  })
}

const HOUR_MS = 3_600_000

/** Whole hours; 0: the old ones end immediately. */
function readOverlap(text: string): number {
  if (text === '0') return 0
  const hours = readDuration(text) / HOUR_MS
  if (Number.isInteger(hours)) return hours
  throw new InvalidArgumentError('give whole hours, such as 0h or 24h')
}

/** The new key in the place of the old one, where the profile has that. */
function keepInProfile(
  { connection: { profile: name }, environment, terminal }: Session,
  { keyPrefix }: ApiKey,
  { key, secret }: Pick<CreatedKey, 'key' | 'secret'>,
): void {
  const path = profilesPath(environment)
  const profile = readProfiles(path).profiles[name]
  if (profile?.key.startsWith(keyPrefix) !== true) return
  changeProfiles(path, (file) => withProfile(file, name, { ...profile, key, secret }))
  terminal.note(`profile ${name} uses the new key`)
}

function addRevoke(keys: Command, act: Act): void {
  const revoke = keys
    .command('revoke')
    .description('revoke a key: nothing that starts afterwards is let in')
    .argument('<id>', 'of the key, the end of it, or its label')
    .option('-y, --yes', 'without asking')
  act(revoke, async (session, _options, [named = '']) => {
    const id = isWholeId(named) ? named : (await findKey(session, named)).id
    await session.requireYes(`Revoke ${named}? It cannot be undone.`)
    const revoked = await session.wallet().revokeKey(id)
    session.show(revoked, () => [`revoked ${revoked.id} at ${revoked.revokedAt}`])
  })
}

const listKeys = ({ wallet }: Session): Promise<readonly ApiKey[]> => wallet().keys()

/** @throws Failure usage, when none matches or more than one */
async function findKey(session: Session, named: string): Promise<ApiKey> {
  const keys = await listKeys(session)
  const labelled = keys.filter(({ label, keyPrefix }) => label === named || keyPrefix === named)
  const [only, ...others] = labelled
  if (others.length > 0)
    throw new Failure(
      'usage',
      `several keys are called ${named}: name one by its id`,
      labelled.map(({ id }) => id),
    )
  if (only !== undefined) return only
  const id = isWholeId(named)
    ? named
    : completeId(
        'active key',
        named,
        keys.map((key) => key.id),
      )
  const found = keys.find((key) => key.id === id)
  if (found === undefined) throw new Failure('refused', `no active key of yours is ${named}`)
  return found
}

type ShownKey = Pick<CreatedKey, 'apiKey' | 'key' | 'secret'> & { readonly webhookSecret?: string | undefined }

function showCreated({ show, terminal }: Session, created: ShownKey): void {
  const { apiKey, key, secret, webhookSecret } = created
  const entries: (readonly [string, Cell])[] = [
    ['id', apiKey.id],
    ['label', apiKey.label],
    ['scopes', apiKey.permissions.join(', ')],
    ['key', key],
    ['secret', secret],
    ...(webhookSecret === undefined ? [] : [['webhook secret', webhookSecret] as const]),
  ]
  show(created, () => facts(entries, terminal.paint))
  terminal.note('the secret is shown this once: keep it now')
}
