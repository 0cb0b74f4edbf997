import { describe, expect, it } from 'vitest'
import { coverageOf, idsIn, sectionsOf } from './requirement-ids.ts'
import type { TestOutcome } from './test-results.ts'

// Families without requirements, because these titles prove nothing about the product.
const LIST = `# Requirements

A line of text about \`ABC-01\`.

## QQA · agenda
- QQA-01 Calendar types.
- QQA-02 Staff agenda, see QQA-01. [late] Late ones too.

## QQB · entities
- QQB-01 [create] Address, as in [the text](text.md). [put-away] What is used stays.
  - QQB-99 is no requirement: it is indented.
`

const outcome = (title: string, status: TestOutcome['status'] = 'passed'): TestOutcome => ({
  file: 'a.test.ts',
  title,
  status,
})

describe('the list', () => {
  it('gives the IDs by section', () => {
    expect(sectionsOf(LIST)).toEqual([
      {
        title: 'QQA · agenda',
        requirements: [
          { id: 'QQA-01', parts: [''] },
          { id: 'QQA-02', parts: ['', 'late'] },
        ],
      },
      { title: 'QQB · entities', requirements: [{ id: 'QQB-01', parts: ['create', 'put-away'] }] },
    ])
  })

  it('refuses an ID that occurs twice', () => {
    expect(() => sectionsOf(`${LIST}- QQA-01 Again.\n`)).toThrow('QQA-01 occurs twice')
  })
})

describe('IDs in a title', () => {
  it.each([
    ['[QQA-04] colours', ['QQA-04']],
    ['[QQB-01, QQB-02] fields', ['QQB-01', 'QQB-02']],
    ['[QQB-01…03] fields', ['QQB-01', 'QQB-02', 'QQB-03']],
    ['[QQB-01...03] fields', ['QQB-01', 'QQB-02', 'QQB-03']],
    ['[QQB-01…QQB-03] fields', ['QQB-01', 'QQB-02', 'QQB-03']],
    ['[QQB-09…11, QQC-03] fields', ['QQB-09', 'QQB-10', 'QQB-11', 'QQC-03']],
    ['[QQD-01][QQD-02] install', ['QQD-01', 'QQD-02']],
    ['a group [QQA-04] a test [QQA-04]', ['QQA-04']],
    ['[QQB-01 create] a new one', ['QQB-01 create']],
    ['[QQB-01 create, QQA-01] a new one', ['QQB-01 create', 'QQA-01']],
    ['[QQB-01 proves that much]', []],
    ['QQA-04 without brackets', []],
    ['[see QQA-04]', []],
    ['[QQB-01…QQC-02] two families', []],
    ['[46.603354, 1.888334]', []],
  ])('%s', (title, expected) => {
    expect(idsIn(title)).toEqual(expected)
  })
})

describe('coverage', () => {
  const sections = sectionsOf(LIST)

  it('counts what passed', () => {
    const both = [outcome('[QQB-01 create] b'), outcome('[QQB-01 put-away] c')]
    expect(coverageOf(sections, [outcome('[QQA-01] a'), ...both])).toEqual({
      sections: [
        { title: 'QQA · agenda', covered: ['QQA-01'], uncovered: ['QQA-02 (first words, late)'] },
        { title: 'QQB · entities', covered: ['QQB-01'], uncovered: [] },
      ],
      covered: 2,
      total: 3,
      unknown: [],
      partless: [],
    })
  })

  it('counts a requirement with parts when each of them is proved by its name', () => {
    const found = coverageOf(sections, [outcome('[QQB-01 create] b'), outcome('[QQB-01] all of it')])
    expect(found.sections[1]).toEqual({
      title: 'QQB · entities',
      covered: [],
      uncovered: ['QQB-01 (put-away)'],
    })
    expect(found.partless).toEqual(['QQB-01'])
  })

  it('reports a part that its requirement lacks', () => {
    expect(coverageOf(sections, [outcome('[QQB-01 rename] b')]).unknown).toEqual(['QQB-01 rename'])
  })

  it.each(['failed', 'skipped'] as const)('does not count an ID when one test passed and another %s', (status) => {
    expect(coverageOf(sections, [outcome('[QQA-01] a'), outcome('[QQA-01] b', status)]).covered).toBe(0)
  })

  it('reports IDs of our families that the list lacks, and ignores foreign ones', () => {
    expect(coverageOf(sections, [outcome('[QQA-77] a'), outcome('[XYZ-01] b')]).unknown).toEqual(['QQA-77'])
  })
})
