import { readSettings } from './settings.js'

test('defaults: ports 4000 to 4003, data in .data of the repository, everything embedded', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({
    enginePort: 4000,
    walletPort: 4001,
    dashboardPort: 4002,
    labPort: 4003,
    walletDatabaseUrl: undefined,
    redisUrl: undefined,
  })
  expect(settings.dataDir).toMatch(/\/\.data$/)
})

test('variables move everything; empty ones count as absent', () => {
  const settings = readSettings({
    ENGINE_PORT: '4100',
    WALLET_PORT: '',
    DATA_DIR: '/srv/trading',
    REDIS_URL: 'redis://cache:6379',
  })
  expect(settings).toMatchObject({
    enginePort: 4100,
    walletPort: 4001,
    dashboardPort: 4002,
    dataDir: '/srv/trading',
    redisUrl: 'redis://cache:6379',
  })
})

test('the laboratory may be left out', () => {
  expect(readSettings({ LAB_PORT: 'off' })).not.toHaveProperty('labPort')
})

test.each(['0', '65536', '-1', '4000.5', 'http', ' 80'])('%p is no port', (port) => {
  expect(() => readSettings({ ENGINE_PORT: port })).toThrow(`ENGINE_PORT must be a port from 1 to 65535, not "${port}"`)
})
