import { checkWebhookUrl } from './webhook-url.js'

it.each([
  ['https://example.com', 'https://example.com/'],
  ['https://example.com:8443/hook?a=1&b=%20', 'https://example.com:8443/hook?a=1&b=%20'],
  ['https://EXAMPLE.com./', 'https://example.com./'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://203.0.113.9.example.com/', 'https://203.0.113.9.example.com/'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://134744072/', 'https://8.8.8.8/'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ['https://[::ffff:8.8.8.8]/', 'https://[::ffff:808:808]/'],
  ['https://example.com/a@b', 'https://example.com/a@b'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://internal.example.com/', 'https://internal.example.com/'],
])('takes %s and stores %s', (text, url) => {
  expect(checkWebhookUrl(text, false)).toEqual({ url })
})

it.each([
  '',
  'http://example.com/',
  'HTTPS://example.com/',
  ' https://example.com/',
  'https:/example.com/',
  'https:example.com',
  'ftp://example.com/',
  'javascript:alert(1)',
  '//example.com/',
])('refuses the scheme of %j, even for private hosts', (text) => {
  expect(checkWebhookUrl(text, true)).toEqual({ problem: 'must start with https://' })
})

it.each([
  'https://',
  'https://?',
  'https://exa mple.com/',
  'https://example.com\\@127.0.0.1/',
  'https://exam\nple.com/',
  'https://example.com:99999/',
  'https://[::1',
  'https://256.256.256.256/',
  'https://exa%mple.com/',
])('refuses %j as no URL', (text) => {
  expect(checkWebhookUrl(text, true)).toEqual({ problem: 'is not a valid URL' })
})

it.each(['https://me@example.com/', 'https://me:pw@example.com/', 'https://:pw@example.com/', 'https://@example.com/'])(
  'refuses the user info of %s',
  (text) => {
    expect(checkWebhookUrl(text, true)).toEqual({ problem: 'must not contain user info' })
  },
)

it('refuses what is too long once it is written out', () => {
  expect(checkWebhookUrl(`https://example.com/${'x'.repeat(2028)}`, false)).toHaveProperty('url')
  expect(checkWebhookUrl(`https://example.com/${'x'.repeat(2029)}`, false)).toHaveProperty('problem')
  expect(checkWebhookUrl(`https://example.com/${'ü'.repeat(1000)}`, false)).toHaveProperty('problem')
})

it.each([
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://2130706433/',
  'https://017700000001/',
  'https://①②⑦.0.0.1/',
  'https://１２７.0.0.1/',
  'https://127%2e0%2e0%2e1/',
  'https://0/',
  'https://0.0.0.0/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://192.0.0.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::127.0.0.1]/',
  'https://[::7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[2001:db8::1]/',
  'https://[fc00::1]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[fec0::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://localhost./',
  'https://localhost../',
  'https://app.localhost/',
  'https://ⓛocalhost/',
  'https://wallet/',
  'https://metadata.google.internal/',
  'https://printer.local/',
  'https://printer.local./',
  'https://wallet.default.svc/',
  'https://wallet.default.svc.cluster.local/',
  'https://router.lan/',
  'https://nas.home.arpa/',
])('refuses the private host of %s unless private hosts are allowed', (text) => {
  expect(checkWebhookUrl(text, false)).toEqual({ problem: 'must name a host on the public internet' })
  expect(checkWebhookUrl(text, true)).toHaveProperty('url')
})
