import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { accountsQuery, type ListedAccount } from '../../api/accounts.js'
import { certificatesQuery, issueCertificate, type Certificate } from '../../api/certificates.js'
import { challengesQuery } from '../../api/challenges.js'
import { Page } from '../../app/page.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/certificates.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { notify } from '../../ui/notify.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { CertificateCard } from './certificate-card.js'
import { NameDialog } from './name-dialog.js'

/** The certificates of the user, to be shared, and the accounts that can have one. */
export default function Certificates() {
  const query = useQuery(certificatesQuery)
  const naming = useDialog<Certificate>()
  return (
    <Page
      title={text.title}
      subtitle={text.subtitle}
      actions={
        <Button variant="default" component={Link} to="/challenges">
          {text.toChallenges}
        </Button>
      }
    >
      <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton />} onRetry={() => void query.refetch()}>
        {(list) => (
          <Stack gap="lg">
            <Due certified={list} />
            {list.length === 0 ? (
              <Empty title={text.none} hint={text.noneHint} />
            ) : (
              <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
                {list.map((one) => (
                  <CertificateCard key={one.certificate.code} certificate={one} onName={() => naming.open(one)} />
                ))}
              </SimpleGrid>
            )}
            <Text size="sm" c="dimmed">
              {text.verify}
            </Text>
          </Stack>
        )}
      </ReadingView>
      {naming.subject !== null && (
        <NameDialog
          key={naming.subject.signature}
          certificate={naming.subject}
          isOpen={naming.isOpen}
          onClose={naming.close}
        />
      )}
    </Page>
  )
}

/** Accounts that have passed and have no certificate. */
function Due({ certified }: { readonly certified: readonly Certificate[] }) {
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(accountsQuery)
  const { data: challenges = [] } = useQuery(challengesQuery)
  const known = new Set(certified.map(({ certificate }) => certificate.account_id))
  const due = passedOf(accounts, challenges).filter(({ id }) => !known.has(id))
  if (due.length === 0) return null
  const issue = async (id: string): Promise<void> => {
    await issueCertificate(id, null)
    await queries.invalidateQueries({ queryKey: certificatesQuery.queryKey })
    await notify(text.issued)
  }
  return (
    <Titled title={text.due}>
      {due.map(({ id, name }) => (
        <Group key={id} gap="sm">
          <Anchor component={Link} to={`/accounts/${id}`} size="sm">
            {name}
          </Anchor>
          <Button size="compact-sm" onClick={() => void issue(id)} aria-label={text.issueFor(name)}>
            {text.issue}
          </Button>
        </Group>
      ))}
    </Titled>
  )
}

interface Passed {
  readonly id: string
  readonly name: string
}

/** Finds accounts that have passed: those of challenges that were left are not in the list of accounts. */
function passedOf(
  accounts: readonly ListedAccount[],
  challenges: readonly { readonly name: string; readonly accounts: readonly Step[] }[],
): readonly Passed[] {
  const ofPlans = accounts.filter(({ state }) => state === 'PASSED').map(({ id, name }) => ({ id, name }))
  const ofChallenges = challenges.flatMap((challenge) =>
    challenge.accounts
      .filter(({ state }) => state === 'PASSED')
      .map(({ account_id: id, phase }) => ({ id, name: `${challenge.name}: ${phase}` })),
  )
  return [...new Map([...ofPlans, ...ofChallenges].map((passed) => [passed.id, passed])).values()]
}

interface Step {
  readonly account_id: string
  readonly phase: string
  readonly state: string
}
