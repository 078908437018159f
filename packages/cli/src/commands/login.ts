import type { Command } from 'commander'
import type { Act } from '../act.js'
import type { AccountRecord, KeyInfo } from '../bodies.js'
import { openTrading } from '../clients.js'
import { address, DEFAULT_URL, DEFAULT_WALLET_URL, profilesPath, readDemo, type Connection } from '../config.js'
import { Failure } from '../failure.js'
import { isLive } from '../find-account.js'
import { isSafeAddress } from '../profile/address.js'
import { changeProfiles, readProfiles, withoutProfile, withProfile, type Profile } from '../profile/profile-file.js'
import { readUrl } from '../read-words.js'
import type { Session } from '../session.js'
import { askSecret, askText, choose } from '../terminal/ask.js'
import { facts, type Cell } from '../terminal/table.js'

interface LoginOptions {
  readonly demo?: true
  readonly url?: string
  readonly walletUrl?: string
  readonly key?: string
  readonly secretStdin?: true
  readonly user?: string
}

const HELP = `
Examples:
  ats login --demo                       the demo user of an npm start in this directory or one above it
  ats login --url https://engine.example.com --key svc_ak_…     asks for the secret
  ats login --url … --key … --secret-stdin < secret.txt

Keeps address, key and secret in ${profilesPath({ HOME: '~', XDG_CONFIG_HOME: '~/.config' })}, readable by you alone.
These come before the profile: ATS_URL, ATS_WALLET_URL, ATS_API_KEY, ATS_API_SECRET, ATS_ACCOUNT, ATS_USER and
ATS_WALLET_AUTHORIZATION; ATS_PROFILE names another profile.`

export function addLoginCommands(program: Command, act: Act): void {
  const login = program
    .command('login')
    .description('keep the address of a service and a key of yours in a profile')
    .option('--demo', 'as the demo user of npm start on this machine')
    .option('--url <url>', 'address of the trading engine', readUrl)
    .option('--wallet-url <url>', 'address of the wallet, for ats keys', readUrl)
    .option('--key <key>', 'the public key: svc_ak_…')
    .option('--secret-stdin', 'read the secret from standard input instead of asking')
    .option('--user <id>', 'who you are to the wallet, for ats keys')
    .addHelpText('after', HELP)
  act<LoginOptions>(login, logIn)
  act(program.command('logout').description('forget the profile, or that of --profile'), (session) => {
    const { profile: name } = session.connection
    const path = profilesPath(session.environment)
    if (readProfiles(path).profiles[name] === undefined) throw new Failure('refused', `there is no profile ${name}`)
    const file = changeProfiles(path, (found) => withoutProfile(found, name))
    session.show({ removed: name, current: file.current }, () => [`forgot ${name}; its key works until it is revoked`])
  })
  addProfileCommands(program, act)
}

async function logIn(session: Session, options: LoginOptions): Promise<void> {
  const profile = options.demo ? demoProfile(session) : await askProfile(session, options)
  const { terminal } = session
  if (!isSafeAddress(profile.url)) terminal.note(`the secret goes to ${profile.url} in the clear: use https`)
  const trading = openTrading(toConnection(profile), terminal.note)
  const key = await trading.key()
  const account = await chooseAccount(session, profile.account, await trading.accounts())
  const kept: Profile = {
    ...profile,
    user: options.user ?? profile.user ?? key.user_id,
    ...(account !== undefined && { account }),
  }
  const { profile: name } = session.connection
  changeProfiles(profilesPath(session.environment), (file) => withProfile(file, name, kept))
  const { url, walletUrl, user } = kept
  const { permissions, expires_at } = key
  session.show({ profile: name, url, walletUrl, user, account, permissions, expires_at }, () =>
    facts(profileFacts(name, kept, key), terminal.paint),
  )
  if (account === undefined) terminal.note('no account yet: ats accounts create opens one')
}

function demoProfile({ environment }: Session): Profile {
  const { key, secret, accountId, engineUrl, walletUrl, userId } = readDemo(environment, process.cwd())
  return { url: engineUrl, walletUrl, key, secret, account: accountId, user: userId }
}

async function askProfile({ terminal, environment }: Session, options: LoginOptions): Promise<Profile> {
  const { ATS_URL, ATS_WALLET_URL, ATS_API_KEY, ATS_API_SECRET } = environment
  const instead =
    'this terminal is not interactive: give --url and --key, and the secret with --secret-stdin or ATS_API_SECRET'
  const isAsking = options.url === undefined && !ATS_URL && terminal.person !== undefined
  const url = isAsking
    ? await askText(terminal, 'Address of the trading engine', { initial: DEFAULT_URL, instead })
    : (options.url ?? (ATS_URL || DEFAULT_URL))
  const key = options.key ?? (ATS_API_KEY || (await askText(terminal, 'Key (svc_ak_…)', { instead })))
  const secret = options.secretStdin
    ? (await terminal.readInput()).trim()
    : ATS_API_SECRET || (await askSecret(terminal, 'Secret (svc_sk_…)', instead))
  const checked = address('--url', url)
  const walletUrl = options.walletUrl ?? (ATS_WALLET_URL || (checked === DEFAULT_URL ? DEFAULT_WALLET_URL : undefined))
  return {
    url: checked,
    key,
    secret,
    ...(walletUrl !== undefined && { walletUrl: address('--wallet-url', walletUrl) }),
  }
}

const toConnection = ({ url, walletUrl, key, secret }: Profile): Connection => ({
  ...{ url, walletUrl, credentials: { key, secret } },
  ...{ account: undefined, user: undefined, walletAuthorization: undefined, profile: '' },
})

/** The one that was named, the only one, or the chosen one; undefined where there is none, or no terminal to ask in. */
async function chooseAccount(
  { terminal, connection }: Session,
  known: string | undefined,
  accounts: readonly AccountRecord[],
): Promise<string | undefined> {
  const live = accounts.filter(isLive)
  const named = connection.account ?? known
  if (named !== undefined && accounts.some(({ id }) => id === named)) return named
  const [only, ...others] = live
  if (only === undefined || others.length === 0) return only?.id
  if (terminal.person === undefined) return undefined
  const choices = live.map(({ id, name, plan_id, state }) => ({
    value: id,
    label: `${name} (${plan_id}, ${state}) ${id}`,
  }))
  return choose(terminal, 'Which account, where a command names none?', choices, 'name one with --account')
}

const profileFacts = (
  name: string,
  { url, walletUrl, account, user }: Profile,
  { permissions, expires_at }: KeyInfo,
): readonly (readonly [string, Cell])[] => [
  ['profile', name],
  ['engine', url],
  ['wallet', walletUrl ?? '-'],
  ['user', user ?? '-'],
  ['account', account ?? '-'],
  ['scopes', permissions.join(', ')],
  ['key expires', expires_at ?? 'never'],
]

function addProfileCommands(program: Command, act: Act): void {
  const profile = program.command('profile').description('the profiles that ats login has made')
  act(profile.command('list').description('all of them'), (session) => {
    const { current, profiles } = readProfiles(profilesPath(session.environment))
    const rows = Object.entries(profiles).map(([name, { url, account, user, key }]) => ({
      ...{ name, url, account: account ?? null, user: user ?? null },
      ...{ key: key.slice(0, 15), current: name === current },
    }))
    session.showTable(rows, [
      { heading: '', cell: (row) => (row.current ? '*' : ' ') },
      { heading: 'profile', cell: (row) => row.name },
      { heading: 'engine', cell: (row) => row.url },
      { heading: 'user', cell: (row) => row.user ?? '-', rank: 2 },
      { heading: 'key', cell: (row) => `${row.key}…`, rank: 1 },
      { heading: 'account', cell: (row) => row.account ?? '-', rank: 3 },
    ])
  })
  const use = profile.command('use').description('take this one from now on').argument('<name>')
  act(use, (session, _options, [name = '']) => {
    changeProfiles(profilesPath(session.environment), (file) => {
      if (file.profiles[name] !== undefined) return { ...file, current: name }
      throw new Failure('usage', `there is no profile ${name}`, Object.keys(file.profiles))
    })
    session.show({ current: name }, () => [`${name} it is`])
  })
}
