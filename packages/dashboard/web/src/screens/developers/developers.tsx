import { Tabs } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/developers.js'
import { ActivityPanel } from './keys/activity-panel.js'
import { KeysPanel } from './keys/keys-panel.js'
import { SnippetsPanel } from './snippets/snippets-panel.js'

const PANELS = {
  keys: KeysPanel,
  snippets: SnippetsPanel,
  activity: ActivityPanel,
} as const
type Tab = keyof typeof PANELS
const TABS = Object.keys(PANELS) as readonly Tab[]

/** Keys, and how to begin with one. The tab is in the address. */
export default function Developers() {
  const [query, setQuery] = useSearchParams()
  const shown = TABS.find((tab) => tab === query.get('tab')) ?? 'keys'
  const Panel = PANELS[shown]
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <Tabs value={shown} onChange={(tab) => setQuery(tab === null || tab === 'keys' ? {} : { tab })}>
        <Tabs.List mb="md">
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab} mih={44}>
              {text.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((tab) => (
          <Tabs.Panel key={tab} value={tab}>
            {tab === shown && <Panel />}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}
