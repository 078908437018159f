import { loadDashboardConfig } from '../config.js'
import { LoginFailed } from './login.js'
import { readClaims } from './read-claims.js'

const settingsOf = (settings: Record<string, string>) =>
  loadDashboardConfig({
    ...{ LOGIN: 'demo', GATEWAY_HMAC_SECRET: 'a'.repeat(32), SESSION_SECRETS: 'b'.repeat(32) },
    ...settings,
  })

const read = (claims: object, settings: Record<string, string> = {}) =>
  readClaims({ sub: 'u-1', auth_time: 1_000, ...claims }, settingsOf(settings), [])

test.each<[object, Record<string, string>, readonly string[]]>([
  [{}, {}, ['trader']],
  [{ groups: ['operator'] }, {}, ['trader', 'operator']],
  [{ groups: 'operator' }, {}, ['trader', 'operator']],
  [{ groups: ['Operator', 'operators', 'op'] }, {}, ['trader']],
  [{ groups: 'not operator' }, {}, ['trader']],
  [{ groups: { operator: true } }, {}, ['trader']],
  [{ roles: ['desk'] }, { OIDC_ROLES_CLAIM: 'roles', OIDC_OPERATOR_ROLE: 'desk' }, ['trader', 'operator']],
  [{ groups: ['operator'] }, { OIDC_TRADER_ROLE: 'trader' }, ['operator']],
  [{ groups: ['trader'] }, { OIDC_TRADER_ROLE: 'trader' }, ['trader']],
  [{ sub: 'u'.repeat(65), groups: ['operator'] }, {}, ['trader']],
])('claims %j with %j: %j', (claims, settings, roles) => {
  expect(read(claims, settings)).toMatchObject({ roles, login: 'oidc', authTime: 1_000 })
})

test.each<[string, object, Record<string, string>]>([
  ['no id', { sub: undefined }, {}],
  ['an empty id', { sub: '' }, {}],
  ['an id that is no text', { sub: 7 }, {}],
  ['an id with a blank', { sub: 'a b' }, {}],
  ['an id with a line break', { sub: 'a\nx-operator: b' }, {}],
  ['an id that is not ASCII', { sub: 'änna' }, {}],
  ['an id that is too long', { sub: 'a'.repeat(129) }, {}],
  ['no claim of that name', {}, { OIDC_USER_CLAIM: 'uid' }],
  ['a weaker login', { acr: 'pwd' }, { OIDC_ACR_VALUES: 'mfa, hardware' }],
  ['a login of unknown strength', {}, { OIDC_ACR_VALUES: 'mfa' }],
  ['no role', { groups: [] }, { OIDC_TRADER_ROLE: 'trader' }],
  ['a trader among operators', {}, { AUDIENCE: 'operators' }],
  [
    'an operator whose id the audit cannot keep',
    { sub: 'u'.repeat(65), groups: ['operator'] },
    { AUDIENCE: 'operators' },
  ],
])('%s is refused', (_what, claims, settings) => {
  expect(() => read(claims, settings)).toThrow(LoginFailed)
})

test('a login of one of the classes asked for passes, and another claim may be the id', () => {
  expect(read({ acr: 'hardware' }, { OIDC_ACR_VALUES: 'mfa, hardware' })).toMatchObject({ user: 'u-1' })
  expect(read({ uid: 'anna' }, { OIDC_USER_CLAIM: 'uid' })).toMatchObject({ user: 'anna' })
})

test('a provider that does not say when the user logged in counts as long ago', () => {
  expect(read({ auth_time: undefined })).toMatchObject({ authTime: 0 })
})
