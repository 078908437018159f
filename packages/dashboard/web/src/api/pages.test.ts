import { pageOf, readAllPages } from './pages.js'

const headers = (more: boolean, nextTo = '') =>
  new Headers({ 'X-Has-More': String(more), ...(nextTo === '' ? {} : { 'X-Next-To': nextTo }) })

describe('all pages of a list', () => {
  it('are read until there are no more', async () => {
    const pages = new Map([
      [undefined, pageOf([5, 4], headers(true, 't3'))],
      ['t3', pageOf([3, 2], headers(true, 't1'))],
      ['t1', pageOf([1], headers(false, 't0'))],
    ])
    const asked: (string | undefined)[] = []
    const read = (to: string | undefined) => {
      asked.push(to)
      return Promise.resolve(pages.get(to) ?? pageOf<number>([], headers(false)))
    }
    expect(await readAllPages(read)).toEqual([5, 4, 3, 2, 1])
    expect(asked).toEqual([undefined, 't3', 't1'])
  })

  it('end where the service repeats itself, and at the most rows of a file', async () => {
    const same = () => Promise.resolve(pageOf([1, 2], headers(true, 'again')))
    expect(await readAllPages(same)).toEqual([1, 2, 1, 2])
    let next = 0
    const endless = () => Promise.resolve(pageOf([1, 2], headers(true, String((next += 1)))))
    expect(await readAllPages(endless, 5)).toHaveLength(5)
  })
})
