import { Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountsQuery } from '../api/accounts.js'
import { text } from '../text/en/app.js'
import { stateName } from '../text/en/common.js'
import { text as navText } from '../text/en/nav.js'
import type { Screen } from './screen.js'
import { useSession } from './session-context.js'

interface SearchProps {
  readonly screens: readonly Screen[]
  readonly onClose: () => void
}

/** Goes to a screen or an account by its name. */
export default function Search({ screens, onClose }: SearchProps) {
  const navigate = useNavigate()
  const { roles } = useSession()
  const { data: accounts = [] } = useQuery({ ...accountsQuery, enabled: roles.includes('trader') })
  const actions = [
    ...screens.flatMap(({ path, nav }) =>
      nav === undefined
        ? []
        : [
            {
              id: path,
              label: nav.label,
              description: navText.groups[nav.group],
              keywords: nav.keywords ?? '',
              onClick: () => void navigate(path),
            },
          ],
    ),
    ...accounts.map(({ id, name, challenge_id: challenge, state }) => ({
      id,
      label: name,
      description: [stateName(state), challenge, id].filter((part) => part !== null).join(' · '),
      onClick: () => void navigate(`/accounts/${id}`),
    })),
  ]
  return (
    <Spotlight
      forceOpened
      onSpotlightClose={onClose}
      shortcut={null}
      actions={actions}
      limit={12}
      nothingFound={text.nothingFound}
      searchProps={{ placeholder: text.searchFor, 'aria-label': text.searchFor }}
    />
  )
}
