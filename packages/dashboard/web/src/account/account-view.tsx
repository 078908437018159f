import { Grid, Skeleton, Stack } from '@mantine/core'
import type { Account } from '@ats/sdk/types'
import { AccountTabs } from './account-tabs.js'
import { DeadManSwitch } from './switches/dead-man-switch.js'
import { EndedNotice } from './breaches/ended-notice.js'
import { EquityCurve } from './equity-curve.js'
import { Figures, Limits } from './standing.js'

/** An account in full, within an `AccountProvider`: its money, its limits, its curve and its lists. */
export const AccountView = ({ account }: { readonly account: Account }) => (
  <Stack gap="md">
    <EndedNotice account={account} />
    <Figures account={account} />
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <EquityCurve mode={account.risk_config.max_drawdown.mode} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Limits account={account} />
      </Grid.Col>
    </Grid>
    <DeadManSwitch account={account} />
    <AccountTabs account={account} />
  </Stack>
)

/** The account before it is there. */
export const AccountSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Skeleton height={48} width={320} />
    <Skeleton height={78} />
    <Skeleton height={380} />
    <Skeleton height={320} />
  </Stack>
)
