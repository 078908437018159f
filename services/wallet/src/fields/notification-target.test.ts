import type { NotificationChannel } from '@ats/contracts'
import { checkTarget } from './notification-target.js'

it.each<[NotificationChannel, string, string]>([
  ['EMAIL', 'Me.Too+x@Example.COM', 'Me.Too+x@example.com'],
  ['TELEGRAM', '-1001234567890', '-1001234567890'],
  ['TELEGRAM', '@trading_desk', '@trading_desk'],
  ['DISCORD', 'https://discord.com/api/webhooks/123/a-b_c', 'https://discord.com/api/webhooks/123/a-b_c'],
  ['DISCORD', 'https://ptb.discord.com/api/v10/webhooks/1/x', 'https://ptb.discord.com/api/v10/webhooks/1/x'],
  ['SLACK', 'https://hooks.slack.com/services/T0/B0/xYz', 'https://hooks.slack.com/services/T0/B0/xYz'],
  ['WEBHOOK', 'https://EXAMPLE.com/a', 'https://example.com/a'],
])('%s takes %s', (channel, text, target) => {
  expect(checkTarget(channel, text, false)).toEqual({ target })
})

it.each<[NotificationChannel, string]>([
  ['EMAIL', 'nobody'],
  ['EMAIL', 'a@example.com,b@example.com'],
  ['EMAIL', 'a@example.com\r\nBcc: b@example.com'],
  ['EMAIL', 'Me <me@example.com>'],
  ['EMAIL', `${'a'.repeat(250)}@example.com`],
  ['TELEGRAM', '0'],
  ['TELEGRAM', '12&text=x'],
  ['TELEGRAM', '12345678901234567'],
  ['DISCORD', 'https://discord.com.example.com/api/webhooks/1/x'],
  ['DISCORD', 'https://discord.com@example.com/api/webhooks/1/x'],
  ['DISCORD', 'https://discord.com/api/webhooks/1/x/../../../users'],
  ['DISCORD', 'https://discord.com/api/webhooks/1/x\n'],
  ['SLACK', 'http://hooks.slack.com/services/T0/B0/x'],
  ['SLACK', 'https://hooks.slack.com.example/services/T0/B0/x'],
  ['SLACK', 'https://example.com/?https://hooks.slack.com/services/T0/B0/x'],
  ['WEBHOOK', 'https://127.0.0.1/'],
  ['WEBHOOK', 'http://example.com/'],
  ['WEBHOOK', `https://example.com/${'x'.repeat(2_048)}`],
])('%s refuses %j', (channel, text) => {
  expect(checkTarget(channel, text, false)).toEqual({ problem: expect.any(String) as string })
})
