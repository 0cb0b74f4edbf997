/** Files that import each other, types included: a reader can begin with none of them. Imports of a file that is not among the keys are left out. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const entered = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  // Tarjan's strongly connected components.
  const visit = (file: string): void => {
    const at = entered.size
    entered.set(file, at)
    lowest.set(file, at)
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!entered.has(next)) visit(next)
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? at, lowest.get(next) ?? at))
    }
    if (lowest.get(file) !== at) return
    const together = open.splice(open.indexOf(file))
    if (together.length > 1 || imports.get(file)?.includes(file)) circles.push(together.sort())
  }
  for (const file of imports.keys()) if (!entered.has(file)) visit(file)
  return circles
}
