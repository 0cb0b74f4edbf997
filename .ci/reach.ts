/** How a file that `starts` matches comes to import another one, through any number of files: from the first to the last; null where none does. */
export function importPath(
  imports: ReadonlyMap<string, readonly string[]>,
  { starts, to }: { starts: (file: string) => boolean; to: string },
): string[] | null {
  const importer = new Map<string, string | null>()
  const queue: string[] = []
  const enter = (file: string, by: string | null): void => {
    if (importer.has(file)) return
    importer.set(file, by)
    queue.push(file)
  }
  for (const file of imports.keys()) if (starts(file)) enter(file, null)
  for (const file of queue) for (const next of imports.get(file) ?? []) enter(next, file)
  if (!importer.has(to)) return null
  const path: string[] = []
  for (let file: string | null = to; file !== null; file = importer.get(file) ?? null) path.unshift(file)
  return path
}
