import { readFileSync } from 'node:fs'
import { importsOf, relativeTarget } from '../../../.ci/imports.ts'
import { sourceFiles } from '../../../.ci/source-files.ts'
import { PROJECTS } from '../../../.ci/test-plan.ts'
import { touchedTests } from '../../../.ci/touched-tests.ts'

/** So many test files, the nearest: those that are farther say little of one rule and take long. */
const MOST = 8

/** @returns the unit tests that import a file, those that import it themselves first */
export function nearTests(): (file: string) => string[] {
  const targetsOf = (file: string): string[] =>
    importsOf(file, readFileSync(file, 'utf8')).flatMap(({ specifier }) => relativeTarget(file, specifier) ?? [])
  const imports = new Map(sourceFiles().map((file) => [file, targetsOf(file)]))
  const isUnitTest = (file: string): boolean =>
    /\.test\.tsx?$/.test(file) && PROJECTS.unit.folders.some((folder) => file.startsWith(`${folder}/`))
  return (file) => touchedTests([file], imports, isUnitTest).flat().slice(0, MOST)
}
