import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import { smallChanges } from './changes.ts'

/**
 * Tries the small changes of one file, from the given one on: `tsx tests/mutants/small/try-file.ts <file> <first> <test> …`, in a copy of the sources. Writes one
 * line of JSON for each to the standard output. A process of its own, because a change may make a loop without end.
 */

const [file = '', first = '0', ...tests] = process.argv.slice(2)

const source = readFileSync(file, 'utf8')
const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  reporters: [{}],
  bail: 1,
  maxWorkers: 1,
})
try {
  const specifications = await vitest.globTestSpecifications(tests)
  const isBeside = ({ moduleId }: TestSpecification): boolean => dirname(moduleId) === dirname(resolve(file))
  // The tests beside it notice most changes, and load no screen.
  const steps = [specifications.filter(isBeside), specifications.filter((one) => !isBeside(one))]
  const passes = async (code: string): Promise<boolean> => {
    writeFileSync(file, code)
    vitest.invalidateFile(resolve(file))
    for (const step of steps.filter(({ length }) => length > 0)) {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(step)
      if (unhandledErrors.length > 0 || !testModules.every((module) => module.ok())) return false
    }
    return true
  }
  if (!(await passes(source))) throw new Error(`${file}: its tests fail without any change`)
  for (const [index, change] of smallChanges(file, source).entries()) {
    if (index < Number(first)) continue
    console.log(JSON.stringify({ index, survived: await passes(change.source) }))
  }
  // Vitest noted each failed test as a failure of this process.
  process.exitCode = 0
} finally {
  writeFileSync(file, source)
  await vitest.close()
}
