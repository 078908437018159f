import { fromField, toField } from './moment-field.js'

describe('a field for date and time', () => {
  it.each(['UTC', 'local'] as const)('has the moment in the zone: %s', (zone) => {
    const from = '2026-07-01T12:34:00.000Z'
    expect(fromField(toField(from, zone), zone)).toBe(from)
    expect(fromField(toField(from, zone), zone, true)).toBe('2026-07-01T12:34:59.999Z')
  })

  it('is empty without one, and no moment when it is half filled in', () => {
    expect(toField(undefined, 'UTC')).toBe('')
    for (const text of ['', '2026-07-01', '2026-13-01T00:00']) expect(fromField(text, 'UTC')).toBeUndefined()
  })
})
