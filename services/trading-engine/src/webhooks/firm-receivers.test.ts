import type { WebhookEndpoint } from '@ats/contracts'
import type { SecretFirmEndpoint } from '../core/model/firm-endpoint.js'
import type { Receiver } from './endpoint-directory.js'
import { createReceivers } from './firm-receivers.js'

const ofFirm: SecretFirmEndpoint = {
  ...{ id: 'f', url: 'https://firm.example/', secret: 's', description: null, createdBy: 'olga', createdAt: 0 },
}
const ofAnn: WebhookEndpoint = { userId: 'ann', keyId: 'a', url: 'https://ann.example/', secrets: [], createdAt: '' }

const rule: Receiver = {
  ...{ userId: 'ann', keyId: 'r', url: 'mailto:ann@example.com', secrets: [], createdAt: '' },
  rule: { channel: 'EMAIL', events: ['BREACH'], accounts: [], minSeverity: 'INFO', resumedAt: null },
}

const receivers = (
  stored: readonly SecretFirmEndpoint[],
  recent = stored,
  rulesOf = (userIds: readonly string[]): Promise<readonly Receiver[] | null> =>
    Promise.resolve(userIds.includes('ann') ? [rule] : []),
) =>
  createReceivers({
    endpoints: {
      ofUsers: (userIds) => Promise.resolve(userIds.includes('ann') ? [ofAnn] : []),
      ofKey: (keyId) => Promise.resolve(keyId === 'a' ? ofAnn : null),
    },
    rulesOf,
    listFirm: () => Promise.resolve(stored),
    recentFirm: () => Promise.resolve(recent),
  })

test('each user has the receivers of the firm beside their own keys and rules', async () => {
  const { receivers: found, isWhole } = await receivers([ofFirm]).ofUsers(['ann', 'ben'])
  expect(isWhole).toBe(true)
  expect(found.map(({ userId, keyId, isFirm }) => [userId, keyId, isFirm])).toEqual([
    ['ann', 'a', undefined],
    ['ann', 'r', undefined],
    ['ann', 'f', true],
    ['ben', 'f', true],
  ])
})

test('a wallet that says nothing of rules keeps no webhook from its receiver', async () => {
  const { receivers: found, isWhole } = await receivers([], [], () => Promise.resolve(null)).ofUsers(['ann'])
  expect(found.map(({ keyId }) => keyId)).toEqual(['a'])
  expect(isWhole).toBe(false)
})

test.each([
  ['a key of a trader', 'a', [ofFirm], [ofFirm], ofAnn.url],
  ['an endpoint', 'f', [ofFirm], [ofFirm], ofFirm.url],
  ['one that was added a moment ago', 'f', [ofFirm], [], ofFirm.url],
  ['one that is gone', 'f', [], [], undefined],
])('finds where %s is', async (_case, keyId, stored, recent, url) => {
  expect((await receivers(stored, recent).ofKey(keyId))?.url).toBe(url)
})
