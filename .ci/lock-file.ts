import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Entries of package-lock.json with a download address, because `npm ci` must work with any registry. */
export function downloadAddresses(lockFile: string): string[] {
  const lock: unknown = JSON.parse(lockFile)
  if (typeof lock !== 'object' || lock === null || !('packages' in lock))
    throw new Error('No packages in the lock file')
  return Object.entries(lock.packages ?? {}).flatMap(([path, entry]: [string, unknown]) => {
    const resolved = typeof entry === 'object' && entry !== null && 'resolved' in entry ? entry.resolved : undefined
    return typeof resolved === 'string' && /^(https?|git)/.test(resolved) ? [`${path}: ${resolved}`] : []
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = downloadAddresses(readFileSync('package-lock.json', 'utf8'))
  for (const line of found) console.error(line)
  if (found.length > 0) {
    console.error('package-lock.json holds download addresses: .npmrc omits them, run npm install to write it again')
    process.exitCode = 1
  }
}
