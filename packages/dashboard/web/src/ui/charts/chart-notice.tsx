import { Anchor, Text } from '@mantine/core'
import { text } from '../../text/en/chart.js'
import styles from './chart-notice.module.css'

/** The notice that the licence of the charts asks for. */
export const ChartNotice = () => (
  <Text size="xs" c="dimmed" className={styles.notice}>
    <Anchor href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer" size="xs">
      {text.madeWith}
    </Anchor>{' '}
    {text.copyright}
  </Text>
)
