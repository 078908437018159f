import { accountFilter, accountOf, choiceParams, readChoice } from './filter.js'

const read = (query: string) => accountFilter(new URLSearchParams(query))

describe('the filter of accounts in the address', () => {
  it('is all accounts, the newest first, where nothing is asked for', () => {
    expect(read('')).toEqual({ sort: 'created_at' })
    expect(choiceParams({}, 'created_at').toString()).toBe('')
  })

  it('comes back as it was written', () => {
    const values = { user: 'ann & bob=1', plan: 'two-step-50k', state: 'HALTED' }
    const address = choiceParams(values, 'headroom')
    expect(readChoice(address)).toEqual({ values, sort: 'headroom' })
    expect(read(address.toString())).toEqual({
      ...{ user_id: 'ann & bob=1', plan_id: 'two-step-50k' },
      ...{ state: 'HALTED', sort: 'headroom' },
    })
  })

  it('leaves out what it cannot mean', () => {
    expect(read('state=halted&sort=equity&user=%20&plan=')).toEqual({ sort: 'created_at' })
    expect(read('user=%20ann%20')).toEqual({ sort: 'created_at', user_id: 'ann' })
  })
})

describe('a search for an account', () => {
  it('names it by its id, however it is written', () => {
    const id = '019a0000-0000-7000-8000-00000000beef'
    expect(accountOf(` ${id.toUpperCase()} `)).toBe(id)
  })

  it.each(['ann', '', '019a0000', '{019a0000-0000-7000-8000-00000000beef}', '019a0000-0000-7000-8000-00000000beef/..'])(
    'does not take %j for an account',
    (search) => {
      expect(accountOf(search)).toBeNull()
    },
  )
})
