import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { LONG, PROJECTS, parseCall, planTests } from './test-plan.ts'

const SOURCES = [
  'schemas/dates.ts',
  'schemas/dates.test.ts',
  'server/app.test.ts',
  'src/app/login.test.tsx',
  'tests/contract/rdvs.test.ts',
  'tests/browsers/firefox.test.ts',
  'tests/journeys/day.test.ts',
  'tests/journeys/shell.test.ts',
  'tests/support/ports.test.ts',
  'tests/support/ports.ts',
  'tests/processes/two.test.ts',
  'tests/tree/tree.test.ts',
  'tests/upgrade/upgrade.test.ts',
]

const planned = (...args: string[]) =>
  planTests(parseCall(args), SOURCES).map(({ name, files, extent }) => `${name} ${extent}: ${files.join(' ')}`)

describe('what npm test and npm run test:full run', () => {
  it('every day: each project without its long files, which a chosen project or file still has', () => {
    expect(planned()).toEqual([
      'unit partial: schemas/dates.test.ts src/app/login.test.tsx tests/support/ports.test.ts',
      'server partial: server/app.test.ts',
      'contract partial: tests/contract/rdvs.test.ts',
      'journeys partial: tests/journeys/day.test.ts',
    ])
    expect(planned('journeys/shell')).toEqual(['journeys partial: tests/journeys/shell.test.ts'])
  })

  it('knows only long files that exist', () => {
    expect(LONG.filter((file) => !existsSync(file))).toEqual([])
  })

  it('has every project in order, also one without a file; browsers, upgrades, several processes and the tree only on demand', () => {
    expect(planned('--full')).toEqual([
      'unit whole: schemas/dates.test.ts src/app/login.test.tsx tests/support/ports.test.ts',
      'server whole: server/app.test.ts',
      'contract whole: tests/contract/rdvs.test.ts',
      'convergence whole: ',
      'journeys whole: tests/journeys/day.test.ts tests/journeys/shell.test.ts',
    ])
  })

  it('has one project on demand', () => {
    expect(planned('--project', 'contract')).toEqual(['contract whole: tests/contract/rdvs.test.ts'])
    expect(planned('--project=journeys')).toEqual([
      'journeys whole: tests/journeys/day.test.ts tests/journeys/shell.test.ts',
    ])
    expect(planned('--project=browsers')).toEqual(['browsers whole: tests/browsers/firefox.test.ts'])
    expect(planned('--project=processes')).toEqual(['processes whole: tests/processes/two.test.ts'])
    expect(planned('--project=tree')).toEqual(['tree whole: tests/tree/tree.test.ts'])
    expect(planned('--project=upgrade')).toEqual(['upgrade whole: tests/upgrade/upgrade.test.ts'])
  })

  it('has the files whose path contains a filter', () => {
    expect(planned('tests/journeys/day')).toEqual(['journeys partial: tests/journeys/day.test.ts'])
    expect(planned('browsers/firefox')).toEqual(['browsers partial: tests/browsers/firefox.test.ts'])
    expect(planned('./schemas', 'rdvs')).toEqual([
      'unit partial: schemas/dates.test.ts',
      'contract partial: tests/contract/rdvs.test.ts',
    ])
    expect(planned('nowhere')).toEqual([])
  })

  it('runs the same beside busy loops', () => {
    expect(parseCall(['--busy', '4'])).toEqual({ projects: [], filters: [], full: false, busy: 4 })
    expect(planned('--busy', '4')).toEqual(planned())
    for (const args of [['--busy'], ['--busy', '0'], ['--busy', 'tests/contract']])
      expect(() => parseCall(args)).toThrow('--busy takes a number of loops')
  })

  it('refuses unknown arguments', () => {
    expect(() => parseCall(['--project', 'speed'])).toThrow('Unknown project speed')
    expect(() => parseCall(['--project'])).toThrow('Unknown project')
    expect(() => parseCall(['-t', 'x'])).toThrow('Unknown option -t')
  })
})

it('no file of the server’s projects replaces a module: many files share one process, in which another one has loaded it already', () => {
  const folders = [...PROJECTS.server.folders, ...PROJECTS.contract.folders]
  const files = sourceFiles().filter(
    (file) => file.endsWith('.test.ts') && folders.some((one) => file.startsWith(`${one}/`)),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => /\bvi\s*\.(mock|doMock)\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})
