/** Describes, for OpenAPI, how the gateway says for which user a request is. `service`: the name in what is signed. */
export const signedUserSchemes = (service: string) => ({
  userId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-User-Id',
    description: 'Set by the gateway after it has authenticated the user; 1 to 128 characters of UTF-8, sent once.',
  },
  userIdSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-User-Id-Signature',
    description:
      '`t=<unix seconds>,v2=<hex HMAC-SHA256>`, made by the gateway within the last 60 s over six lines with `\\n` ' +
      `between them: \`${service}\`, t, the method, the path with its query, the user id, the hex SHA-256 of the body. ` +
      'For whatever is no GET or HEAD each signature is good once.',
  },
})
