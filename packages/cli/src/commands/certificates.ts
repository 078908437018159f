import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Certificate } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { moment } from '../orders/order-words.js'
import { shortId } from '../short-id.js'
import { grouped } from '../terminal/decimal-text.js'
import type { Cell, Column } from '../terminal/table.js'

const titleOf = ({ program, phase, plan }: Certificate['certificate']): string =>
  program === null ? plan.name : [program.name, phase].filter((part) => part !== null).join(', ')

const COLUMNS: readonly Column<Certificate>[] = [
  { heading: 'code', cell: ({ certificate }) => certificate.code },
  {
    heading: 'account',
    cell: ({ certificate }) => certificate.account_id,
    short: ({ certificate }) => shortId(certificate.account_id),
  },
  { heading: 'passed', cell: ({ certificate }) => titleOf(certificate), rank: 2 },
  { heading: 'name', cell: ({ certificate }) => certificate.display_name ?? 'none', rank: 1 },
  { heading: 'profit', cell: ({ certificate }) => grouped(certificate.profit), align: 'right' },
  { heading: 'at', cell: ({ certificate }) => moment(certificate.passed_at), rank: 3 },
]

const factsOf = ({ certificate, public_key }: Certificate): readonly (readonly [string, Cell])[] => [
  ['code', certificate.code],
  ['name', certificate.display_name ?? 'none'],
  ['passed', titleOf(certificate)],
  ['size', `${grouped(certificate.size)} ${certificate.currency}`],
  ['profit', `${grouped(certificate.profit)} ${certificate.currency} in ${certificate.days} days of trading`],
  ['at', certificate.passed_at],
  ['account', certificate.account_id],
  ['public key', public_key],
]

export function addCertificateCommands(program: Command, act: Act): void {
  const certificates = program.command('certificates').description('what accounts that have passed show to anybody')
  act(certificates.command('list').description('yours'), async ({ trading, showTable }) => {
    showTable(await trading.certificates.list().take(500), COLUMNS)
  })
  const show = certificates.command('show').description("anybody's, by its code").argument('<code>')
  act(show, async ({ trading, showFacts }, _options, [code = '']) => {
    const certificate = await trading.certificates.get(code)
    showFacts(certificate, factsOf(certificate))
  })
  const issue = certificates
    .command('issue')
    .description('that of --account, which has passed; again it changes the name alone')
    .option('--name <name>', 'for everybody with the code; without it nobody is named')
  act<{ readonly name?: string }>(issue, async ({ account, trading, showFacts }, { name }) => {
    const certificate = await trading.certificates.issue((await account()).id, name)
    showFacts(certificate, factsOf(certificate))
  })
  const check = certificates
    .command('verify')
    .description('verify a certificate offline: exits with 1 where it is not genuine')
    .argument('<file>', 'the answer of the service, as JSON; ats certificates show CODE --json prints it')
    .requiredOption('--key <base64>', 'the public key, as the firm publishes it')
  act<{ readonly key: string }>(check, ({ showFacts }, { key }, [file = '']) => {
    const certificate = readCertificate(file)
    if (!isGenuine(certificate, key))
      throw new Failure('refused', 'the signature is not of this key and this text: the certificate is not genuine')
    if (certificate.revoked_at !== undefined)
      throw new Failure(
        'refused',
        `the firm has revoked it on ${certificate.revoked_at.slice(0, 10)}; the signature is genuine`,
      )
    showFacts({ ...certificate, genuine: true }, [
      ['signature', { text: 'genuine', style: 'green' }],
      ...factsOf(certificate),
    ])
  })
}

function readCertificate(file: string): Certificate {
  try {
    const parsed = JSON.parse(readFileSync(file, 'utf8')) as Partial<Certificate> | null
    if (typeof parsed?.signature !== 'string' || typeof parsed.certificate !== 'object') throw new Error()
    return parsed as Certificate
  } catch (error) {
    const why = error instanceof Error && error.message !== '' ? `: ${error.message}` : ''
    throw new Failure('usage', `${file} is no certificate as the service answers it${why}`)
  }
}

/** Verifies the signature of the certificate as JSON without blanks, in the order in which it is answered. */
export function isGenuine(
  { certificate, signature }: Pick<Certificate, 'certificate' | 'signature'>,
  key: string,
): boolean {
  const bytes = Buffer.from(JSON.stringify(certificate))
  return verify(null, bytes, publicKeyOf(key), Buffer.from(signature, 'base64'))
}

function publicKeyOf(key: string): ReturnType<typeof createPublicKey> {
  try {
    return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new Failure('usage', '--key is no public key: SPKI in DER, in base64, as GET /v1/certificate-key has it')
  }
}
