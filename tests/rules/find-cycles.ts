/** The cycles of a graph, each once, as the files in their order. */
export function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, trail: string[]) => {
    const start = trail.indexOf(file)
    if (start >= 0) cycles.push(trail.slice(start))
    if (start >= 0 || done.has(file)) return
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return cycles
}
