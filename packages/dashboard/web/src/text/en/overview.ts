export const text = {
  title: 'Accounts',
  subtitle: 'Least loss limit remaining first.',
  open: 'Open an account',
  noAccounts: 'You have no account yet',
  noAccountsHint: 'Choose a plan: it sets the capital, and the rules that end the account when they are broken.',
  equity: 'Equity',
  today: 'Today',
  waiting: 'The figures of this account have not come yet.',
  stale: 'A price is stale: valued with the last good one, and nothing can be opened.',
  until: (time: string) => `until ${time}`,
  ended: (count: number) => `Ended accounts (${count})`,
}
