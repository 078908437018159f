import { createLoginRedirect, loginAddress } from './login.js'

const HERE = { pathname: '/accounts/1', search: '?tab=orders&x=1' }
const BACK = 'return_to=%2Faccounts%2F1%3Ftab%3Dorders%26x%3D1'

describe('the way to the login', () => {
  it.each([
    [undefined, `/login?${BACK}`],
    ['/login', `/login?${BACK}`],
    ['/login?step_up=1', `/login?step_up=1&${BACK}`],
    ['/login?return_to=/elsewhere', `/login?${BACK}`],
    ['https://evil.example/login', `/login?${BACK}`],
    ['//evil.example?step_up=1', `/login?${BACK}`],
    ['javascript:alert(1)', `/login?${BACK}`],
  ])('%s leads to %s', (told, address) => expect(loginAddress(HERE, told)).toBe(address))

  it('is taken once', () => {
    const went: string[] = []
    const leave = createLoginRedirect({ ...HERE, assign: (url: string | URL) => void went.push(String(url)) })
    leave()
    leave()
    expect(went).toEqual([`/login?${BACK}`])
  })
})
