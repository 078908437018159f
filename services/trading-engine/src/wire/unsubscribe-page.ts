/** The pages behind the link by which receivers stop messages. They load nothing and hold no script. */

/** The button that stops them. The token is hexadecimal. */
export const unsubscribePage = (token: string): string =>
  pageOf(
    'Stop these messages?',
    `<p>You will no longer be told here of what happens to the account.</p>
<form method="post" action="${token}"><button type="submit">Stop these messages</button></form>`,
  )

export const unsubscribedPage = (): string =>
  pageOf(
    'These messages are stopped',
    '<p>Nothing more will be sent here by this rule. Its owner can start it again with a new code.</p>',
  )

const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`
