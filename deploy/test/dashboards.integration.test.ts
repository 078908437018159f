import { readDashboards, type Panel } from './support/expressions.js'

const COLUMNS = 24
const UNITS = ['bytes', 'ops', 'percentunit', 'reqps', 's', 'short']

describe('each dashboard', () => {
  it('is told apart from the others', async () => {
    const all = [...(await readDashboards()).values()]
    expect(all).toHaveLength(6)
    expect(new Set(all.map(({ uid }) => uid)).size).toBe(all.length)
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
    // Grafana takes no longer ones.
    for (const { uid } of all) expect(uid).toMatch(/^[\w-]{1,40}$/)
  })

  it('is what Grafana can show', async () => {
    for (const { schemaVersion, templating, panels } of (await readDashboards()).values()) {
      expect(schemaVersion).toBeGreaterThanOrEqual(39)
      expect(templating.list).toEqual([expect.objectContaining({ name: 'datasource', type: 'datasource' })])
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
      for (const panel of panels) expectPanel(panel)
      expect(overlapping(panels)).toEqual([])
    }
  })
})

function expectPanel({ title, type, gridPos, datasource, fieldConfig, targets }: Panel): void {
  expect(title).not.toBe('')
  expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(COLUMNS)
  if (type === 'row') return expect(targets).toBeUndefined()
  expect(['timeseries', 'stat']).toContain(type)
  expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' })
  expect(UNITS).toContain(fieldConfig?.defaults.unit)
  expect(targets).not.toEqual([])
  expect(new Set(targets?.map(({ refId }) => refId)).size).toBe(targets?.length)
  for (const { legendFormat } of targets ?? []) expect(legendFormat).not.toBe('')
}

function overlapping(panels: readonly Panel[]): readonly string[] {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}, ${y + Math.floor(cell / w)}`),
  )
  return cells.filter((cell, index) => cells.indexOf(cell) !== index)
}
