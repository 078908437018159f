import { parseDatabaseUrl } from './database-url.js'

test.each<[string, readonly string[]]>([
  ['postgres://u:p@db/name', ['postgres://u:p@db/name']],
  ['postgresql://db:6432/name?sslmode=require', ['postgresql://db:6432/name?sslmode=require']],
  ['postgres://u:p%40%2C@a:1,b:2/name', ['postgres://u:p%40%2C@a:1/name', 'postgres://u:p%40%2C@b:2/name']],
  ['postgres://[::1]:5,b/n', ['postgres://[::1]:5/n', 'postgres://b/n']],
  ['postgres://a,b/n?target_session_attrs=read-write', ['postgres://a/n', 'postgres://b/n']],
  ['postgres://a,b/n?x=1&target_session_attrs=primary', ['postgres://a/n?x=1', 'postgres://b/n?x=1']],
  ['postgres://a/n?target_session_attrs=primary&x=1&y=2', ['postgres://a/n?x=1&y=2']],
])('%s', (url, each) => {
  expect(parseDatabaseUrl(url)).toEqual(each)
})

test.each<[string, RegExp]>([
  ['mysql://db/name', /not a postgres:\/\/ address/],
  ['db/name', /not a postgres:\/\/ address/],
  ['postgres://a:port/name', /not a postgres:\/\/ address/],
  ['postgres://a:1,b:x/name', /not a postgres:\/\/ address/],
  ['postgres://a,,b/name', /one of the hosts is empty/],
  ['postgres://a,b/name?target_session_attrs=any', /target_session_attrs must be read-write or primary/],
])('%s is refused', (url, problem) => {
  expect(() => parseDatabaseUrl(url)).toThrow(problem)
})

test('a problem never repeats the address, which holds a password', () => {
  expect(() => parseDatabaseUrl('postgres://u:secret@a:x,b/name')).toThrow(/^(?!.*secret)/)
})
