/** Adds to a count by name; a name whose count is zero has no entry. */
export function addTo(counts: Map<string, number>, name: string, count: number): void {
  const sum = (counts.get(name) ?? 0) + count
  if (sum > 0) counts.set(name, sum)
  else counts.delete(name)
}
