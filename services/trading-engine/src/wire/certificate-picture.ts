/**
 * A certificate as a picture to share, and as a page around it. Both show what is signed, and whether it was
 * revoked.
 */
import type { CertificateContent } from '../core/model/certificate.js'
import { formatTimestamp, type Micros } from '../core/values/time.js'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Two characters that no XML may have are left out. */
const escaped = (text: string): string => text.replace(/[&<>"'\uFFFE\uFFFF]/g, (character) => ESCAPES[character] ?? '')

/** With separators of thousands, and cents where there are any. */
const amount = (text: string): string => {
  const written = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Number(text),
  )
  return written.endsWith('.00') ? written.slice(0, -'.00'.length) : written
}

const line = (y: number, size: number, text: string, colour = '#e8ecf4'): string =>
  `<text x="600" y="${y}" font-size="${size}" fill="${colour}" text-anchor="middle">${escaped(text)}</text>`

const MUTED = '#93a0b8'

const REVOKED = '#ff6b6b'

/** An SVG of 1200 × 630, the size of previews of links. */
export function certificatePicture(content: CertificateContent, revokedAt: Micros | null): string {
  const { display_name: name, program, phase, plan, currency, size, profit, days, passed_at: passedAt, code } = content
  const title = program === null ? plan.name : `${program.name}${phase === null ? '' : `, ${phase}`}`
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="sans-serif">',
    `<title>${escaped(`Certificate ${code}`)}</title>`,
    '<rect width="1200" height="630" fill="#10141f"/>',
    `<rect x="24" y="24" width="1152" height="582" rx="16" fill="none" stroke="${revokedAt === null ? '#3d7bfd' : REVOKED}" stroke-width="3"/>`,
    revokedAt === null
      ? line(130, 34, 'Certificate', MUTED)
      : line(130, 34, `Revoked by the firm on ${formatTimestamp(revokedAt).slice(0, 10)}`, REVOKED),
    line(210, 60, name ?? 'A trader'),
    line(270, 32, `has passed ${title}`, MUTED),
    line(380, 72, `${profit.startsWith('-') ? '' : '+'}${amount(profit)} ${currency}`, '#37c98b'),
    line(440, 32, `on ${amount(size)} ${currency} in ${days} ${days === 1 ? 'day' : 'days'} of trading`),
    line(510, 28, passedAt.slice(0, 10), MUTED),
    line(566, 22, code, MUTED),
    '</svg>',
  ].join('\n')
}

export const certificatePage = (content: CertificateContent, revokedAt: Micros | null): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(`Certificate ${content.code}`)}</title>
</head>
<body>
<center>
${certificatePicture(content, revokedAt)}
</center>
</body>
</html>
`
