import { describe, expect, it } from 'vitest'
import {
  isProjectListName,
  type ListedProject,
  type ListedRdv,
  listsOf,
  PROJECT_LIST_NAMES,
  PROJECT_LISTS,
  type ProjectListName,
} from './project-lists.ts'

/** The product text as a table: what each column must be; a missing column may have any value. */
const TEXT: Record<ProjectListName, Partial<Record<keyof Facts, boolean | number[]>>> = {
  to_assignment: { sansSuiteDate: false, refused: false, type: [0], responsible: false },
  to_contact: { responsible: true, state: [1], followUp: false, activeRdv: false },
  without_rdv: { followUp: true, activeRdv: false, state: [1] },
  without_quote: { activeRdv: true, state: [1] },
  with_quote: { state: [2] },
  with_signed_quote: { state: [4, 5, 6], refused: false },
  annule: { state: [4, 5, 6], closed: true },
  sans_suite: { state: [1, 2], closed: true },
}

interface Facts {
  sansSuiteDate: boolean
  refused: boolean
  closed: boolean
  type: number
  responsible: boolean
  followUp: boolean
  activeRdv: boolean
  state: number
}

const byText = (facts: Facts): ProjectListName[] =>
  PROJECT_LIST_NAMES.filter((name) =>
    Object.entries(TEXT[name]).every(([column, wanted]) => {
      const fact = facts[column as keyof Facts]
      return Array.isArray(wanted) ? wanted.includes(fact as number) : fact === wanted
    }),
  )

const RDVS: ListedRdv[][] = [[], [{ SUPPRIME: 1 }], [{ SUPPRIME: 0 }], [{ SUPPRIME: 1 }, { SUPPRIME: 0 }]]

function* everyCase(): Generator<{ projet: ListedProject; rdvs: ListedRdv[]; facts: Facts }> {
  for (const IDETAT_PROJET of [0, 1, 2, 3, 4, 5, 6])
    for (const TYPE_PROJET of [0, 1])
      for (const IDRESPONSABLEPROJET of [null, '', 'p1'])
        for (const RELANCE_INTERMEDIAIRE of [null, '', '2026-12-01'])
          for (const DATE_SANS_SUITE of [null, '', '2026-11-01'])
            for (const REFUSE of [0, 1] as const)
              for (const rdvs of RDVS) {
                const facts = {
                  sansSuiteDate: Boolean(DATE_SANS_SUITE),
                  refused: REFUSE === 1,
                  closed: Boolean(DATE_SANS_SUITE) || REFUSE === 1,
                  type: TYPE_PROJET,
                  responsible: Boolean(IDRESPONSABLEPROJET),
                  followUp: Boolean(RELANCE_INTERMEDIAIRE),
                  activeRdv: rdvs.some((rdv) => rdv.SUPPRIME === 0),
                  state: IDETAT_PROJET,
                }
                const projet = {
                  IDETAT_PROJET,
                  TYPE_PROJET,
                  IDRESPONSABLEPROJET,
                  RELANCE_INTERMEDIAIRE,
                  DATE_SANS_SUITE,
                  REFUSE,
                }
                yield { projet, rdvs, facts }
              }
}

describe('derived project lists', () => {
  it('[ENT-08] are exactly those of the product text, for every combination of their inputs', () => {
    const seen = new Set<ProjectListName>()
    let cases = 0
    for (const { projet, rdvs, facts } of everyCase()) {
      const lists = listsOf(projet, rdvs)
      expect(lists, JSON.stringify({ projet, rdvs })).toEqual(byText(facts))
      for (const name of lists) seen.add(name)
      cases += 1
    }
    expect(cases).toBe(7 * 2 * 3 * 3 * 3 * 2 * 4)
    expect([...seen].sort()).toEqual([...PROJECT_LIST_NAMES].sort())
  })

  it('[ENT-08] hold closed projects where the text does not leave them out', () => {
    const closed = {
      IDETAT_PROJET: 2,
      TYPE_PROJET: 0,
      IDRESPONSABLEPROJET: 'p1',
      RELANCE_INTERMEDIAIRE: null,
      DATE_SANS_SUITE: '2026-11-01',
      REFUSE: 0,
    } as const
    expect(listsOf(closed, [])).toEqual(['with_quote', 'sans_suite'])
    expect(listsOf({ ...closed, IDETAT_PROJET: 4 }, [])).toEqual(['with_signed_quote', 'annule'])
  })

  it('have a French title each, and accept only their own names', () => {
    expect(new Set(Object.values(PROJECT_LISTS).map((list) => list.title)).size).toBe(8)
    expect(isProjectListName('annule')).toBe(true)
    for (const other of ['toString', 'constructor', '', null, undefined, 3])
      expect(isProjectListName(other)).toBe(false)
  })
})
