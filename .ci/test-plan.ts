import { sourceFiles } from './source-files.ts'

/** The test projects (vitest.config.ts reads them here), and which of them a call of `npm test` runs. */

export const PROJECT_NAMES = [
  'unit',
  'server',
  'contract',
  'convergence',
  'journeys',
  'browsers',
  'upgrade',
  'processes',
  'tree',
] as const

/**
 * Run only by their own commands, because they need what few machines have (three browsers; the repository's whole history; a pooler)
 * or install everything again (the tree of an installation).
 */
const ON_REQUEST: readonly ProjectName[] = ['browsers', 'upgrade', 'processes', 'tree']

export type ProjectName = (typeof PROJECT_NAMES)[number]

interface ProjectRule {
  folders: readonly string[]
  needs: readonly ('chromium' | 'firefox' | 'webkit' | 'postgres' | 'pgbouncer' | 'poppler')[]
}

export const PROJECTS: Readonly<Record<ProjectName, ProjectRule>> = {
  unit: {
    folders: ['schemas', 'sync', 'documents', 'src', '.ci', 'tests/support', 'tests/mutants', 'tests/durability'],
    needs: ['poppler'],
  },
  server: { folders: ['server'], needs: ['postgres', 'poppler'] },
  contract: { folders: ['tests/contract'], needs: ['postgres', 'poppler'] },
  convergence: { folders: ['tests/convergence', 'tests/faults'], needs: ['postgres'] },
  journeys: { folders: ['tests/journeys'], needs: ['chromium'] },
  browsers: { folders: ['tests/browsers'], needs: ['chromium', 'firefox', 'webkit'] },
  upgrade: { folders: ['tests/upgrade'], needs: [] },
  processes: { folders: ['tests/processes'], needs: ['postgres', 'pgbouncer'] },
  tree: { folders: ['tests/tree'], needs: ['chromium', 'postgres'] },
}

export interface TestCall {
  projects: ProjectName[]
  filters: string[]
}

/** @throws Error on an option that would change what « everything passed » means; `npx vitest` takes those */
export function parseCall(args: readonly string[]): TestCall {
  const call: TestCall = { projects: [], filters: [] }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--project') call.projects.push(projectNamed(rest.shift()))
    else if (arg.startsWith('--project=')) call.projects.push(projectNamed(arg.slice('--project='.length)))
    else if (arg.startsWith('-')) throw new Error(`Unknown option ${arg}: npm test takes --project and parts of paths`)
    else call.filters.push(arg)
  }
  return call
}

export interface PlannedProject {
  name: ProjectName
  needs: ProjectRule['needs']
  files: string[]
  /** A partial run says nothing about what the whole project covers. */
  extent: 'whole' | 'partial'
}

/** The projects to run, in order. A filter keeps the files whose path contains it; projects left empty are dropped. */
export function planTests(call: TestCall, sources: readonly string[] = sourceFiles()): PlannedProject[] {
  const extent = call.filters.length === 0 ? 'whole' : 'partial'
  const isAsked = (name: ProjectName): boolean =>
    call.projects.length === 0 ? extent === 'partial' || !ON_REQUEST.includes(name) : call.projects.includes(name)
  const names = PROJECT_NAMES.filter(isAsked)
  return names
    .map((name) => {
      const { folders, needs } = PROJECTS[name]
      const files = sources.filter((file) => isTestOf(folders, file) && passes(call.filters, file))
      return { name, needs, files, extent } satisfies PlannedProject
    })
    .filter(({ files }) => extent === 'whole' || files.length > 0)
}

function isTestOf(folders: readonly string[], file: string): boolean {
  return /\.test\.tsx?$/.test(file) && folders.some((folder) => file.startsWith(`${folder}/`))
}

function passes(filters: readonly string[], file: string): boolean {
  return filters.length === 0 || filters.some((filter) => file.includes(filter.replace(/^\.\//, '')))
}

function projectNamed(name: string | undefined): ProjectName {
  const found = PROJECT_NAMES.find((known) => known === name)
  if (found) return found
  throw new Error(`Unknown project ${name ?? ''}: choose among ${PROJECT_NAMES.join(', ')}`)
}
