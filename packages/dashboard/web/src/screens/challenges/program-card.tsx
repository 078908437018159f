import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Program } from '../../api/challenges.js'
import { text } from '../../text/en/challenges.js'
import { Panel } from '../../ui/panel.js'

interface ProgramCardProps {
  readonly program: Program
  readonly isGranted: boolean
  readonly onBegin: () => void
}

/** A program with its phases, and the way into it. */
export const ProgramCard = ({ program, isGranted, onBegin }: ProgramCardProps) => (
  <Panel>
    <Stack gap="md" h="100%">
      <div>
        <Title order={3}>{program.name}</Title>
        <Text size="xs" c="dimmed">
          {text.version(program.id, program.version)}
        </Text>
      </div>
      <ol>
        {program.phases.map((phase) => (
          <li key={phase.id}>
            <b>{phase.label}</b>: {phaseTerms(phase)}
          </li>
        ))}
      </ol>
      <Group mt="auto">
        <Button onClick={onBegin} aria-label={text.beginProgram(program.name)}>
          {text.begin}
        </Button>
        {isGranted && <Badge variant="default">{text.granted}</Badge>}
      </Group>
    </Stack>
  </Panel>
)

const phaseTerms = ({ plan_id, promotion, requires_kyc, requires_contract }: Program['phases'][number]): string =>
  [
    text.phasePlan(plan_id),
    ...(requires_kyc ? [text.afterKyc] : []),
    ...(requires_contract ? [text.afterContract] : []),
    ...(promotion === 'REVIEW' ? [text.afterReview] : []),
  ].join(', ')
