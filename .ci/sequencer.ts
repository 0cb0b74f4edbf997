import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const DOM = /^\/\/ @vitest-environment jsdom$/m

/** Files with a page come first, the others after them: a process serves files of one kind, and ends where the kind changes. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const hasPage = new Map(sorted.map((file) => [file, DOM.test(readFileSync(file.moduleId, 'utf8'))]))
    return [...sorted.filter((file) => hasPage.get(file)), ...sorted.filter((file) => !hasPage.get(file))]
  }
}
