import { sourceFiles } from './source-files.ts'

/** The test projects (vitest.config.ts reads them here), and which of them a call of `npm test` or `npm run test:full` runs. */

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
    folders: [
      'schemas',
      'sync',
      'documents',
      'src',
      '.ci',
      'tests/support',
      'tests/mutants',
      'tests/durability',
      'tests/complete',
    ],
    needs: ['poppler'],
  },
  server: { folders: ['server'], needs: ['postgres', 'poppler'] },
  contract: { folders: ['tests/contract'], needs: ['postgres', 'poppler'] },
  convergence: { folders: ['tests/convergence', 'tests/faults'], needs: ['postgres'] },
  journeys: { folders: ['tests/journeys', 'tests/presses'], needs: ['chromium'] },
  browsers: { folders: ['tests/browsers'], needs: ['chromium', 'firefox', 'webkit'] },
  upgrade: { folders: ['tests/upgrade'], needs: ['chromium'] },
  processes: { folders: ['tests/processes'], needs: ['postgres', 'pgbouncer'] },
  tree: { folders: ['tests/tree'], needs: ['chromium', 'postgres'] },
}

/**
 * What `npm test` leaves to `npm run test:full`, so that a person can afford it (ten minutes on two cores): the second engine, and these files, each of
 * which takes long and whose subject has quicker tests that stay.
 */
export const LONG: readonly string[] = [
  // Restores, backups and keys over whole databases, and servers that are started and killed.
  'server/accounts/admin-command.test.ts',
  'server/backup/encryption.test.ts',
  'server/backup/devis-numbers.test.ts',
  'server/epoch/epochs.test.ts',
  'server/installation/known-key.test.ts',
  'server/plugins/database/pglite-crash.test.ts',
  'server/plugins/database/pglite-recovery.test.ts',
  'server/plugins/database/silent-server.test.ts',
  'server/start.test.ts',
  'tests/convergence/restore.test.ts',
  'tests/faults/killed-server.test.ts',
  'tests/faults/restored-files.test.ts',
  'tests/faults/restores.test.ts',
  'tests/journeys/restore.test.ts',
  'tests/journeys/what-breaks.test.ts',
  // Every route × every kind of caller.
  'tests/contract/access.test.ts',
  // Every screen, in every state, light and dark.
  'tests/journeys/accessibility.test.ts',
  'tests/journeys/admin-accessibility.test.ts',
  'tests/journeys/space-accessibility.test.ts',
  'tests/journeys/errors.test.ts',
  'tests/journeys/forms.test.ts',
  'tests/journeys/lists.test.ts',
  'tests/journeys/offline-crawl.test.ts',
  'tests/journeys/shell.test.ts',
  'tests/journeys/theme.test.ts',
  // Browsers on bad lines, with large data, over versions.
  'tests/journeys/behind-each-line.test.ts',
  'tests/journeys/browser-check.test.ts',
  'tests/journeys/device.test.ts',
  'tests/journeys/leaving.test.ts',
  'tests/journeys/map-details.test.ts',
  'tests/journeys/map.test.ts',
  'tests/journeys/portal.test.ts',
  'tests/journeys/pwa.test.ts',
  'tests/journeys/real-worker.test.ts',
  'tests/journeys/update.test.ts',
  // Days and screens: a rep's, a measurer's, an assistant's and a customer's stay, with two people, two tabs, a refusal and the first synchronisation.
  'tests/journeys/agenda.test.ts',
  'tests/journeys/bad-input.test.ts',
  'tests/journeys/director-monday.test.ts',
  'tests/journeys/open-form.test.ts',
  'tests/journeys/personal-data.test.ts',
  'tests/journeys/push.test.ts',
  'tests/journeys/devis.test.ts',
  'tests/journeys/second-factor.test.ts',
  'tests/journeys/technician-day.test.ts',
  // What the administrators set up.
  'tests/journeys/admin.test.ts',
  'tests/journeys/install.test.ts',
  'tests/journeys/services.test.ts',
]

export interface TestCall {
  projects: ProjectName[]
  filters: string[]
  /** `--full`: the long files and both engines, too. A chosen project or file always runs whole. */
  full: boolean
  /** `--busy 4`: so many programs beside the tests take as much of the processor as they get. */
  busy: number
}

/** Whether a call runs the tests of every day only. */
export const isDaily = ({ projects, filters, full }: TestCall): boolean =>
  !full && projects.length === 0 && filters.length === 0

/** @throws Error on an option that would change what « everything passed » means; `npx vitest` takes those */
export function parseCall(args: readonly string[]): TestCall {
  const call: TestCall = { projects: [], filters: [], full: false, busy: 0 }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--project') call.projects.push(projectNamed(rest.shift()))
    else if (arg.startsWith('--project=')) call.projects.push(projectNamed(arg.slice('--project='.length)))
    else if (arg === '--full') call.full = true
    else if (arg === '--busy') call.busy = loopsIn(rest.shift())
    else if (arg.startsWith('-'))
      throw new Error(`Unknown option ${arg}: npm test takes --project, --full, --busy and parts of paths`)
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
  const daily = isDaily(call)
  const extent = call.filters.length === 0 && !daily ? 'whole' : 'partial'
  const isAsked = (name: ProjectName): boolean =>
    call.projects.length === 0 ? call.filters.length > 0 || !ON_REQUEST.includes(name) : call.projects.includes(name)
  const names = PROJECT_NAMES.filter(isAsked)
  return names
    .map((name) => {
      const { folders, needs } = PROJECTS[name]
      const files = sources.filter(
        (file) => isTestOf(folders, file) && passes(call.filters, file) && !(daily && LONG.includes(file)),
      )
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

/** More of them change nothing: each has its share of the processor already. */
const MOST_LOOPS = 64

function loopsIn(text: string | undefined): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST_LOOPS) return count
  throw new Error(`--busy takes a number of loops, 1 to ${MOST_LOOPS}`)
}

function projectNamed(name: string | undefined): ProjectName {
  const found = PROJECT_NAMES.find((known) => known === name)
  if (found) return found
  throw new Error(`Unknown project ${name ?? ''}: choose among ${PROJECT_NAMES.join(', ')}`)
}
