import { filterAt, filterParams, readFilter } from './delivery-filter.js'

const read = (query: string) => readFilter(new URLSearchParams(query))
const KEY = '01a20917-f9a1-7f37-84f0-467c471c9698'

describe('the filter of deliveries in the address', () => {
  it('is all of them where nothing is asked for', () => {
    expect(read('')).toEqual({})
    expect(filterParams({}).toString()).toBe('')
  })

  it.each([
    { key_id: KEY, status: 'DEAD', event_type: 'order.fill', span: '24h' },
    { from: '2026-01-02T03:04:00.000Z', to: '2026-01-03T00:00:59.999Z' },
    { to: '2026-01-03T00:00:00.000Z' },
  ] as const)('comes back as it was written: %j', (filter) => {
    expect(read(filterParams(filter).toString())).toEqual(filter)
  })

  it('leaves out what it cannot mean', () => {
    expect(read('key=mine&status=dead&event=order&span=2h&from=yesterday&to=1')).toEqual({})
    expect(read(`key=${KEY}'&status=`)).toEqual({})
  })

  it('takes a span rather than two moments', () => {
    expect(read('span=1h&from=2026-01-01&to=2026-01-02')).toEqual({ span: '1h' })
  })

  it('moves a span along with the clock, and leaves moments where they are', () => {
    const now = Date.parse('2026-01-02T00:00:00Z')
    expect(filterAt({ status: 'DEAD', span: '24h' }, now)).toEqual({ status: 'DEAD', from: '2026-01-01T00:00:00.000Z' })
    expect(filterAt({ to: '2026-01-01T00:00:00.000Z' }, now)).toEqual({ to: '2026-01-01T00:00:00.000Z' })
  })
})
