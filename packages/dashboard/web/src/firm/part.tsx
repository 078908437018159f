import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '../text/en/firm/firm.js'
import { LabelledFigure } from '../ui/figures/labelled-figure.js'

interface PartProps {
  readonly label: string
  readonly isBad: boolean
  readonly children: ReactNode
}

/** A part of the service, and whether somebody has to look at it. */
export const Part = ({ label, isBad, children }: PartProps) => (
  <div>
    <LabelledFigure label={label}>{children}</LabelledFigure>
    <Text size="xs" c={isBad ? 'var(--warn)' : 'dimmed'} fw={isBad ? 600 : 400}>
      {isBad ? text.needsAttention : text.fine}
    </Text>
  </div>
)
