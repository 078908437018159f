import { labelOf, shortTarget } from './rule-label.js'

test('URLs to post to are not shown whole', () => {
  const rule = { channel: 'DISCORD', target: 'https://discord.com/api/webhooks/1/secret-word' } as const
  expect(shortTarget(rule)).toBe('discord.com …word')
  expect(labelOf(rule)).toBe('Discord discord.com …word')
  expect(labelOf({ channel: 'EMAIL', target: 'me@example.com' })).toBe('Mail me@example.com')
})
