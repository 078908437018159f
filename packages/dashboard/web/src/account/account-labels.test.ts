import { accountLabels } from './account-labels.js'

test('accounts of one name are told apart by challenge and id, others by their name alone', () => {
  const labels = accountLabels([
    { id: '01a20917-f9a1-7f37-84f0-467c471c9698', name: 'Standard 100k', challenge_id: 'phase-1' },
    { id: '01a20917-f9a1-7f37-84f0-467c471c9699', name: 'Standard 100k', challenge_id: null },
    { id: '01a20917-f9a1-7f37-84f0-467c471c9700', name: 'Swing', challenge_id: null },
  ])
  expect(labels.map(({ label }) => label)).toEqual([
    'Standard 100k · phase-1 · …471c9698',
    'Standard 100k · …471c9699',
    'Swing',
  ])
})
