import type { Account, AccountEvent, BaseError } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { listenStatePath, profilesPath } from '../config.js'
import { eventLine } from '../events/event-line.js'
import { Failure } from '../failure.js'
import { forward, type Attempt } from '../listen/forward.js'
import { keepSequence, keptSequence } from '../listen/kept-sequence.js'
import { isSecret, newSecret } from '../listen/sign.js'
import { changeProfiles, readProfiles } from '../profile/profile-file.js'
import { asIs, readList, readSequence, readUrl } from '../read-words.js'
import type { Session } from '../session.js'
import { abortOnInterrupt } from '../terminal/interrupt.js'

interface ListenOptions {
  readonly forwardTo?: string
  readonly events?: readonly string[]
  readonly after?: number
  readonly resume?: true
  readonly secret?: string
}

const HELP = `
Each event of the account is POSTed as a webhook would be: the same bytes, signed as Standard Webhooks says, in order,
one after the other, again until it is answered 2xx (six attempts within a minute). The secret is the same every time.
Events that come while it does not run are not lost: --resume goes on where it ended, --after at any sequence.
Without --forward-to events are only shown. With --json one line an event: the event, and the attempts.`

export function addListenCommand(program: Command, act: Act): void {
  const listen = program
    .command('listen')
    .description('events of the account as they happen, forwarded to a local receiver')
    .option('--forward-to <url>', 'your receiver, such as http://127.0.0.1:3000/events', readUrl)
    .option('--events <types>', 'only those, such as order.fill,position.close', readList(asIs))
    .option('--after <sequence>', 'begin with the event after that', readSequence)
    .option('--resume', 'begin where the last ats listen of this account ended')
    .option('--secret <secret>', 'sign with this whsec_… instead of that of the profile')
    .addHelpText('after', HELP)
  act<ListenOptions>(listen, async (session, options) => {
    const account = await session.account()
    const secret = secretOf(session, options.secret)
    const after = await startOf(session, account, options)
    const { note, notePaint: paint } = session.terminal
    note(`listening to ${account.id} after event ${after}; Ctrl-C ends it`)
    if (options.forwardTo !== undefined) {
      note(`forwarding to ${options.forwardTo}`)
      note(`secret ${paint('bold', secret)}`)
    }
    const { signal, release } = abortOnInterrupt()
    try {
      const onLost = ({ message }: BaseError): void => note(paint('yellow', `${message}: going on from the last event`))
      for await (const frame of account.stream({ after, signal, onLost })) {
        if (frame.type !== 'event') continue
        const { data: event, text: body } = frame
        if (options.events === undefined || options.events.includes(event.type))
          await tell(session, { event, body, secret, url: options.forwardTo, signal })
        if (signal.aborted) break
        keepSequence(listenStatePath(session.environment), account.id, event.sequence)
      }
    } finally {
      release()
    }
    note('stopped; ats listen --resume goes on from here')
  })
}

/** @throws Failure usage, when it is not a secret */
function secretOf({ connection: { profile: name }, environment }: Session, given: string | undefined): string {
  if (given !== undefined) {
    if (isSecret(given)) return given
    throw new Failure('usage', 'a secret begins with whsec_ and goes on in base64')
  }
  const path = profilesPath(environment)
  const profile = readProfiles(path).profiles[name]
  if (profile?.listenSecret !== undefined) return profile.listenSecret
  const listenSecret = newSecret()
  // Without a profile, as when the environment names the key, it is another every time.
  if (profile !== undefined)
    changeProfiles(path, (file) => ({ ...file, profiles: { ...file.profiles, [name]: { ...profile, listenSecret } } }))
  return listenSecret
}

/** The sequence to begin after: the current one, so that nothing is lost if the stream breaks at its beginning. */
async function startOf({ environment }: Session, account: Account, { after, resume }: ListenOptions): Promise<number> {
  if (after !== undefined) return after
  const kept = resume === true ? keptSequence(listenStatePath(environment), account.id) : undefined
  return kept ?? (await account.latestSequence())
}

interface Received {
  readonly event: AccountEvent
  readonly body: string
}

interface Telling extends Received {
  readonly secret: string
  readonly url: string | undefined
  readonly signal: AbortSignal
}

async function tell({ terminal, isJson }: Session, { event, body, secret, url, signal }: Telling): Promise<void> {
  const { out, paint } = terminal
  if (isJson) out(body)
  else out(eventLine(event, paint))
  if (url === undefined) return
  const report = (attempt: Attempt, isLast: boolean): void => {
    if (isJson) out(JSON.stringify({ forwarded: event.id, ...attempt }))
    else out(attemptLine(attempt, isLast, url, paint))
  }
  await forward({ id: event.id, body }, { url, secret, signal, report })
}

function attemptLine(
  { status, error, durationMs }: Attempt,
  isLast: boolean,
  url: string,
  paint: Session['terminal']['paint'],
): string {
  const isDelivered = status !== null && status >= 200 && status < 300
  const result = status === null ? (error ?? 'no answer') : String(status)
  const next = isDelivered ? '' : isLast ? ', given up' : ', again soon'
  return paint(isDelivered ? 'green' : 'red', `  → ${url}  ${result} in ${durationMs} ms${next}`)
}
