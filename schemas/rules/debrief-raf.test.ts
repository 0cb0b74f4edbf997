import { describe, expect, it } from 'vitest'
import { DEBRIEF_LABELS, debriefIssues, debriefLabel, isDebriefed, motivesOf } from './debrief.ts'
import { raf } from './raf.ts'

describe('debrief', () => {
  const motive = (TYPE_MOTIF: number | null, LISTE = 'RDV_DEBRIEF') => ({ LISTE, TYPE_MOTIF })

  it('[CAL-09] has the five categories of the product, spelled so', () => {
    expect(DEBRIEF_LABELS).toEqual({ 0: 'Non debrief', 1: 'Non entrée', 2: 'Non déballe', 3: 'Non vendu', 4: 'Vendu' })
    expect([4, 0, null, undefined, 9].map(debriefLabel)).toEqual(['Vendu', ...Array(4).fill('Non debrief')])
    expect([0, 1, 4].map((DEBRIEF_CATEGORIE) => isDebriefed({ DEBRIEF_CATEGORIE }))).toEqual([false, true, true])
  })

  it('[CAL-09] offers the motives whose TYPE_MOTIF is the category', () => {
    const references = [motive(4), motive(3), motive(4, 'ORIGINE'), motive(null)]
    expect(motivesOf(4, references)).toEqual([references[0]])
    expect(motivesOf(1, references)).toEqual([])
  })

  it('[CAL-09] refuses a motive of another category, an unknown motive, an unknown category', () => {
    const wrong = (category: unknown, given: ReturnType<typeof motive> | null) =>
      debriefIssues({ DEBRIEF_CATEGORIE: category, IDRDV_DEBRIEF: 'm' }, given).map((issue) => issue.field)
    expect(wrong(4, motive(4))).toEqual([])
    expect(wrong(4, motive(3))).toEqual(['IDRDV_DEBRIEF'])
    expect(wrong(4, motive(4, 'ORIGINE'))).toEqual(['IDRDV_DEBRIEF'])
    expect(wrong(4, null)).toEqual(['IDRDV_DEBRIEF'])
    for (const category of [5, -1, '4', null, undefined])
      expect(wrong(category, motive(4))).toEqual(['DEBRIEF_CATEGORIE'])
    expect(debriefIssues({ DEBRIEF_CATEGORIE: 4, IDRDV_DEBRIEF: null }, null)).toEqual([])
    expect(debriefIssues({ DEBRIEF_CATEGORIE: 3, IDRDV_DEBRIEF: 'm' }, motive(4))[0]?.message).toContain(
      '« Non vendu »',
    )
  })
})

describe('RAF, what remains to enter', () => {
  const rdv = (IDRDV: string, more: object = {}) => ({
    IDRDV,
    RDV_FIN: '2026-11-20 10:00',
    IDNATURE_RDV: 'com' as string | null,
    IDPERSONNELS: ['me', 'x'],
    SUPPRIME: 0 as const,
    DEBRIEF_CATEGORIE: 0,
    ...more,
  })
  const intervention = (IDINTERVENTION: string, more: object = {}) => ({
    IDINTERVENTION,
    RDV_FIN: '2026-11-19 17:00',
    IDINTERVENTION_PLANNING: [{ IDPERSONNEL: 'me' }],
    FEEDBACK: null,
    ...more,
  })
  const natures = ['Com', 'R2', 'Metre', 'Autre', null].map((CODE) => ({ id: String(CODE).toLowerCase(), CODE }))
  const of = (input: Partial<Parameters<typeof raf>[0]>) =>
    raf({
      me: 'me',
      now: '2026-11-20 10:00',
      rdvs: [],
      soumissions: [],
      interventions: [],
      mayDebrief: true,
      natures,
      signed: new Set(),
      repaired: new Set(),
      ...input,
    }).map((item) => item.id)

  const rdvs = [
    rdv('mine'),
    rdv('running', { RDV_FIN: '2026-11-20 10:01' }),
    rdv('of others', { IDPERSONNELS: ['x'] }),
    rdv('cancelled', { SUPPRIME: 1 }),
    rdv('debriefed', { DEBRIEF_CATEGORIE: 1 }),
    rdv('reported'),
  ]
  const soumissions = [{ IDRDV: 'reported' }, { IDRDV: null }]

  it('[MGR-13 debrief] holds my past active rdvs without a debrief; a submitted report does not hide them', () => {
    expect(of({ rdvs, soumissions })).toEqual(['mine', 'reported'])
  })

  it('[MGR-13 report] holds those with neither debrief nor report for a person who may not debrief', () => {
    expect(of({ rdvs, soumissions, mayDebrief: false })).toEqual(['mine'])
  })

  it('[MGR-13 report] a report ends a measure and a meeting, where nothing is sold', () => {
    const some = ['com', 'r2', 'metre', 'autre', 'null', null, 'gone'].map((nature, n) =>
      rdv(`${nature ?? 'none'}${n}`, { IDNATURE_RDV: nature }),
    )
    const all = some.map(({ IDRDV }) => ({ IDRDV }))
    expect(of({ rdvs: some })).toHaveLength(some.length)
    expect(of({ rdvs: some, soumissions: all })).toEqual(['com0', 'gone6', 'none5', 'null4', 'r21'])
  })

  it('[MGR-13 interventions] holds my past interventions without feedback, and a « mauvais » without a PV that nobody repaired', () => {
    const interventions = [
      intervention('mine'),
      intervention('future', { RDV_FIN: '2026-11-21 17:00' }),
      intervention('of others', { IDINTERVENTION_PLANNING: [{ IDPERSONNEL: 'x' }], FEEDBACK: 'mauvais' }),
      intervention('good', { FEEDBACK: 'bon' }),
      intervention('bad', { FEEDBACK: 'mauvais' }),
      intervention('bad and signed', { FEEDBACK: 'mauvais' }),
      intervention('bad and repaired', { FEEDBACK: 'mauvais' }),
      intervention('signed alone'),
    ]
    const signed = new Set(['bad and signed', 'signed alone'])
    const repaired = new Set(['bad and repaired'])
    expect(of({ interventions, signed, repaired })).toEqual(['bad', 'mine', 'signed alone'])
  })

  it('puts the oldest first', () => {
    const three = [rdv('b'), rdv('a'), rdv('old', { RDV_FIN: '2026-01-05 10:00' })]
    expect(of({ rdvs: three, interventions: [intervention('i')] })).toEqual(['old', 'i', 'a', 'b'])
  })
})
