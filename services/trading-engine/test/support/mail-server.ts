/** A real SMTP server on this machine, which can refuse, be slow, and be away. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  /** The mail as it came. */
  readonly raw: string
  /** Values of a header, unfolded. */
  readonly header: (name: string) => string | undefined
  /** Its text, decoded. */
  readonly text: string
}

export interface MailServer {
  readonly url: string
  /** Mails that the server took, whether or not its answer arrived. */
  readonly taken: readonly ReceivedMail[]
  /** How often somebody connected. */
  readonly connections: () => number
  /** Tells it what to do with the next mails; unless told otherwise, it takes them. */
  behave: (behaviour: Behaviour) => void
  /** Refuses connections until it is back, at the same port. */
  goAway: () => Promise<void>
  comeBack: () => Promise<void>
  close: () => Promise<void>
}

/** `hang`: takes the mail and never answers; a code: answers it to the mail, or with `rcpt` to the address. */
export type Behaviour = 'take' | 'hang' | { readonly data: number } | { readonly rcpt: number }

export async function startMailServer(): Promise<MailServer> {
  const taken: ReceivedMail[] = []
  let behaviour: Behaviour = 'take'
  let connections = 0
  let server = create()
  const port = await listen(server, 0)

  function create(): SMTPServer {
    const made = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      closeTimeout: 1,
      onConnect(_session, callback) {
        connections += 1
        callback()
      },
      onRcptTo(_address, _session, callback) {
        callback(typeof behaviour === 'object' && 'rcpt' in behaviour ? refusal(behaviour.rcpt) : undefined)
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (typeof behaviour === 'object' && 'data' in behaviour) return callback(refusal(behaviour.data))
          const to = session.envelope.rcptTo.map(({ address }) => address)
          taken.push(mailOf(Buffer.concat(chunks).toString(), to))
          if (behaviour === 'take') callback()
        })
      },
    })
    made.on('error', () => undefined)
    return made
  }

  const goAway = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    connections: () => connections,
    behave: (next) => void (behaviour = next),
    goAway,
    async comeBack() {
      server = create()
      await listen(server, port)
    },
    close: goAway,
  }
}

const listen = (server: SMTPServer, port: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port))
  })

const refusal = (code: number): Error => Object.assign(new Error('refused'), { responseCode: code })

function mailOf(raw: string, to: readonly string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string): string | undefined =>
    head
      .split('\r\n')
      .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      ?.slice(name.length + 1)
      .trim()
  const body = raw.slice(end + 4)
  const encoding = header('Content-Transfer-Encoding')
  return { to, raw, header, text: encoding === 'quoted-printable' ? unquoted(body) : body }
}

const unquoted = (text: string): string =>
  decodeURIComponent(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll('%', '=25')
      .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
  )
