import { createFormDrafts } from './form-drafts.js'

function tabStorage() {
  const rows = new Map<string, string>()
  return {
    rows,
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
    clear: () => rows.clear(),
  }
}

describe('what is being filled in', () => {
  it('is written when the page is left for the login, as it is then, and read by the page that comes back', () => {
    const storage = tabStorage()
    const before = createFormDrafts(() => storage)
    let quantity = '1'
    before.add('ticket', () => ({ quantity }))
    quantity = '2'
    expect(storage.rows.size).toBe(0)
    before.keep()
    const after = createFormDrafts(() => storage)
    expect(after.read('ticket')).toEqual({ quantity: '2' })
    expect(after.read('another')).toBeNull()
    after.drop('ticket')
    expect(after.read('ticket')).toBeNull()
  })

  it('is not written of a form that was closed, but of the one that was opened instead', () => {
    const storage = tabStorage()
    const drafts = createFormDrafts(() => storage)
    const forgetFirst = drafts.add('ticket', () => 'first')
    drafts.add('ticket', () => 'second')
    forgetFirst()
    drafts.keep()
    expect(drafts.read('ticket')).toBe('second')
    storage.clear()
    drafts.add('key', () => 'closed')()
    drafts.add('dialog', () => undefined)
    drafts.keep()
    expect([...storage.rows.keys()]).toEqual(['form:ticket'])
  })

  it('is not for the next user of the tab', () => {
    const storage = tabStorage()
    const own = createFormDrafts(() => storage)
    own.begin('ada')
    own.add('ticket', () => 'hers')
    own.keep()
    own.begin('ada')
    expect(own.read('ticket')).toBe('hers')
    own.begin('bob')
    expect(own.read('ticket')).toBeNull()
  })
})
