/** What distinguishes what a screen says from what the database answers, in a few words; null when they are the same. */
export function differences(screen: unknown, database: unknown): string | null {
  if (Array.isArray(screen) && Array.isArray(database)) return listDifferences(screen.map(String), database.map(String))
  if (isRecord(screen) && isRecord(database)) {
    const names = [...new Set([...Object.keys(screen), ...Object.keys(database)])]
    const found = names.flatMap((name) => {
      const one = differences(screen[name], database[name])
      return one === null ? [] : `${name}: ${one}`
    })
    return found.length === 0 ? null : found.join('; ')
  }
  return screen === database ? null : `the screen says ${String(screen)}, the database ${String(database)}`
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Lists are compared as bags: the same line may stand in both several times. */
function listDifferences(screen: readonly string[], database: readonly string[]): string | null {
  const left = new Map<string, number>()
  for (const one of database) left.set(one, (left.get(one) ?? 0) + 1)
  const more: string[] = []
  for (const one of screen) {
    const count = left.get(one) ?? 0
    if (count === 0) more.push(one)
    else left.set(one, count - 1)
  }
  const missing = [...left].flatMap(([one, count]) => Array<string>(count).fill(one))
  if (more.length === 0 && missing.length === 0) return null
  const some = (list: readonly string[]): string =>
    list.length === 0 ? 'none' : `${list.length} (${list.slice(0, 2).join(', ')})`
  return `${screen.length} on the screen, ${database.length} in the database; missing ${some(missing)}, too many ${some(more)}`
}

/** How many rows were compared, or which number, so that an empty answer is seen. */
export function sizeOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  if (typeof answer === 'string') return answer.split(' ').filter(Boolean).length
  if (!isRecord(answer)) return typeof answer === 'number' ? answer : 0
  const parts = Object.values(answer)
  const lists = parts.filter(Array.isArray)
  if (lists.length > 0) return Math.max(...lists.map(sizeOf))
  const sizes = parts.map(sizeOf)
  // Numbers beside each other are compared apart: one of nothing would be hidden by the others.
  return parts.every((part) => typeof part === 'number') ? Math.min(...sizes) : Math.max(0, ...sizes)
}
