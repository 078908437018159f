export const text = {
  groups: { trading: 'Trading', developers: 'Developers', firm: 'Firm' },
  accounts: 'Accounts',
  markets: 'Markets',
  openAccount: 'Open account',
  firmOverview: 'Overview',
  allAccounts: 'All accounts',
  developers: 'Keys',
  sandbox: 'Sandbox',
}
