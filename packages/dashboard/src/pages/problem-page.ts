import type { Reply } from '@ats/service-kit/http'

const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page for what a browser came for by an address, and did not get; it loads nothing. */
export const problemPage = (status: number, message: string, cookies: readonly string[] = []): Reply => ({
  status,
  text: pageOf(message),
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': POLICY },
  cookies,
})

const pageOf = (message: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trading dashboard</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>Trading dashboard</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/">To the first page</a></p>
</body>
</html>
`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
