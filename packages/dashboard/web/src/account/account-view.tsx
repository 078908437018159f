import { Grid, Stack } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { AccountTabs } from './account-tabs.js'
import { EquityCurve } from './equity-curve.js'
import { Figures, Limits } from './standing.js'

/** An account in full, within an `AccountContext`: its money, its limits, its curve and its lists. */
export const AccountView = ({ account }: { readonly account: Account }) => (
  <Stack gap="md">
    <Figures account={account} />
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <EquityCurve />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Limits account={account} />
      </Grid.Col>
    </Grid>
    <AccountTabs account={account} />
  </Stack>
)
