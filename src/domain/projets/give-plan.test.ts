import { describe, expect, it } from 'vitest'
import { planGive, planUndo } from './give-plan.ts'

const projet = (IDPROJET: string, IDRESPONSABLEPROJET: string | null) => ({
  IDPROJET,
  IDCLIENT: `client of ${IDPROJET}`,
  IDRESPONSABLEPROJET,
})
const devis = (
  IDDEVIS: string,
  IDPROJET: string,
  IDRESPONSABLEPROJET: string | null,
  ended: 'signed' | 'refused' | '' = '',
) => ({
  IDDEVIS,
  IDPROJET,
  IDRESPONSABLEPROJET,
  DEVIS_SIGNE: ended === 'signed' ? (1 as const) : (0 as const),
  REFUSE: ended === 'refused' ? (1 as const) : (0 as const),
  DATE_TRANSMISSION: null,
})

describe('giving projects to a person', () => {
  it('[MGR-17 hand-over] gives the projects and their pending quotes and clients of nobody, and leaves what is the person’s already', () => {
    const plan = planGive(
      {
        projets: [projet('a', 'camille'), projet('b', null), projet('c', 'noe')],
        clients: [
          { IDCLIENT: 'client of a', IDPERSONNEL: 'camille' },
          // As the website makes them (MGR-02).
          { IDCLIENT: 'client of b', IDPERSONNEL: null },
          { IDCLIENT: 'client of c', IDPERSONNEL: null },
        ],
        devis: [
          devis('a1', 'a', 'camille'),
          devis('a2', 'a', 'camille', 'signed'),
          devis('a3', 'a', 'camille', 'refused'),
          // A colleague follows this quote: it stays theirs.
          devis('a4', 'a', 'lea'),
          devis('b1', 'b', null),
          devis('c1', 'c', 'noe'),
        ],
      },
      'noe',
    )
    expect(plan).toEqual({
      changes: [
        { resource: 'projet', id: 'a', before: 'camille', after: 'noe' },
        { resource: 'projet', id: 'b', before: null, after: 'noe' },
        { resource: 'devis', id: 'a1', before: 'camille', after: 'noe' },
        { resource: 'devis', id: 'b1', before: null, after: 'noe' },
        { resource: 'client', id: 'client of b', before: null, after: 'noe' },
      ],
      already: 1,
    })
  })

  it('[MGR-17 hand-over] the undoing leaves what somebody has given to another one since', () => {
    const change = (id: string) => ({ resource: 'projet' as const, id, before: 'camille', after: 'noe' })
    const present = new Map([
      ['a', 'noe'],
      ['b', 'lea'],
    ])
    expect(planUndo(['a', 'b', 'gone'].map(change), ({ id }) => present.get(id))).toEqual({
      changes: [{ resource: 'projet', id: 'a', before: 'noe', after: 'camille' }],
      left: 2,
    })
  })
})
