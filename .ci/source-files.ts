import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Of the root: a folder of this name inside src is ours. */
const NOT_OURS = new Set(['node_modules', 'dist', 'data', 'test-results'])

/** Paths, from the repository's root and with forward slashes, of every TypeScript file of the project. */
export function sourceFiles(root = '.'): string[] {
  return projectFiles(root).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
}

/** The same of every file of the project, whatever its kind. */
export function projectFiles(root = '.', folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return isOurs(path) ? projectFiles(root, path) : []
      return [path]
    })
    .sort()
}

function isOurs(folder: string): boolean {
  return !NOT_OURS.has(folder) && (!/(^|\/)\./.test(folder) || folder === '.ci')
}
