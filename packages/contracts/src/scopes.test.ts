import { coversScope, type Scope } from './scopes.js'

it.each<[Scope[], Scope | undefined, boolean]>([
  [['READ_ONLY'], undefined, true],
  [['READ_ONLY'], 'READ_ONLY', true],
  [['TRADE'], 'READ_ONLY', true],
  [['MANAGE_ORDERS'], 'READ_ONLY', true],
  [['READ_ONLY'], 'TRADE', false],
  [['TRADE'], 'MANAGE_ORDERS', false],
  [['MANAGE_ORDERS'], 'TRADE', false],
  [['READ_ONLY', 'TRADE'], 'TRADE', true],
])('%j covers %s: %s', (permissions, scope, isCovered) => {
  expect(coversScope(permissions, scope)).toBe(isCovered)
})
