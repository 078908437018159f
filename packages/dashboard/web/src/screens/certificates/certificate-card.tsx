import { Alert, Anchor, Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pictureQuery, publicPageOf, type Certificate } from '../../api/certificates.js'
import { useSession } from '../../app/session-context.js'
import { certificateTitle } from '../../certificates/certificate-title.js'
import { text } from '../../text/en/certificates.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Fact, Facts } from '../../ui/figures/facts.js'
import { formatMoney } from '../../ui/figures/format.js'
import { Panel } from '../../ui/panel.js'
import { ShortId } from '../../ui/short-id.js'
import { TimeText } from '../../ui/time/time-text.js'
import styles from './certificate-card.module.css'

interface CertificateCardProps {
  readonly certificate: Certificate
  readonly onName: () => void
}

/** A certificate: its picture, what it says, and how it is shared. */
export function CertificateCard({ certificate: issued, onName }: CertificateCardProps) {
  const { engine_url: engineUrl } = useSession()
  const { certificate } = issued
  const { data: picture } = useQuery(pictureQuery(issued))
  const title = certificateTitle(certificate)
  const link = publicPageOf(engineUrl, certificate.code)
  return (
    <Panel>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        {issued.revoked_at !== undefined && (
          <Alert color="red" variant="light">
            {text.revokedWhy(issued.revoked_reason ?? '')}
          </Alert>
        )}
        {picture === undefined ? (
          <Skeleton className={styles.picture ?? ''} />
        ) : (
          <img className={styles.picture} src={picture} width={1200} height={630} alt={text.picture(title)} />
        )}
        <Facts>
          <Fact name={text.name}>
            <bdi>{certificate.display_name ?? text.nobody}</bdi>
          </Fact>
          <Fact name={text.size}>{formatMoney(certificate.size, certificate.currency)}</Fact>
          <Fact name={text.profit}>{formatMoney(certificate.profit, certificate.currency, true)}</Fact>
          <Fact name={text.passed}>
            <TimeText at={certificate.passed_at} />
          </Fact>
          {issued.revoked_at !== undefined && (
            <Fact name={text.revokedOn}>
              <TimeText at={issued.revoked_at} />
            </Fact>
          )}
          <Fact name={text.account}>
            <Link to={`/accounts/${certificate.account_id}`}>
              <ShortId id={certificate.account_id} />
            </Link>
          </Fact>
        </Facts>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <code className={styles.link}>{link}</code>
          <CopyButton label={text.link} value={link} />
        </Group>
        <Group gap="sm">
          <Button size="compact-sm" variant="default" onClick={onName} aria-label={text.nameOf(title)}>
            {text.changeName}
          </Button>
          <Anchor size="sm" href={link} target="_blank" rel="noreferrer" aria-label={text.pageOf(title)}>
            {text.openPage}
          </Anchor>
          {picture !== undefined && (
            <Anchor
              size="sm"
              href={picture}
              download={`certificate-${certificate.code}.svg`}
              aria-label={text.saveOf(title)}
            >
              {text.save}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}
