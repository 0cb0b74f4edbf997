import { describe, expect, it } from 'vitest'
import { returnNoteId } from '../../../schemas/rules/return-visits.ts'
import { type NextStepInput, nextStep, shownState, stepStates } from './next-step.ts'

const now = '2026-11-20 14:00'
const projet = {
  IDETAT_PROJET: 1,
  DATE_SANS_SUITE: null,
  REFUSE: 0 as const,
  IDRESPONSABLEPROJET: 'p1',
  RELANCE_INTERMEDIAIRE: null,
}
const rdv = (id: string, start: string, category = 0, deleted: 0 | 1 = 0) => ({
  IDRDV: id,
  IDNATURE_RDV: 'nature-vente',
  RDV_DEBUT: start,
  RDV_FIN: start.replace(/:00$/, ':45'),
  SUPPRIME: deleted,
  DEBRIEF_CATEGORIE: category,
})
const devis = (signed: 0 | 1 = 0, sent: string | null = '2026-11-19T09:00:00.000Z') => ({
  IDDEVIS: sent === null ? 'brouillon' : 'd1',
  DEVIS_SIGNE: signed,
  REFUSE: 0 as const,
  DATE_TRANSMISSION: sent,
  DATE_SIGNATURE: signed === 1 ? '2026-10-20T09:00:00.000Z' : null,
})
const natures = [
  { id: 'nature-vente', CODE: null },
  { id: 'nature-metre', CODE: 'Metre' },
]
const works = (start: string, FEEDBACK: string | null = null) => ({
  IDINTERVENTION: 'i1',
  IDDEVIS: null,
  RDV_DEBUT: start,
  RDV_FIN: start.replace(/:00$/, ':59'),
  FEEDBACK,
  DATE_FEEDBACK: null,
  DATE_CREATION: '2026-10-21T09:00:00.000Z',
  NOTES: [] as { id: string }[],
  IDINTERVENTION_PLANNING: [{ DEBUT: start }],
})
const step = (more: Partial<NextStepInput>) =>
  nextStep({
    projet,
    rdvs: [],
    devis: [],
    interventions: [],
    soumissions: [],
    natures,
    now,
    zone: 'Europe/Paris',
    ...more,
  })

describe('next step of a project', () => {
  it('[MGR-20] after a sale is the signature of its quote, not a reminder', () => {
    const sold = { projet: { ...projet, IDETAT_PROJET: 2 }, devis: [devis()] }
    const at = '2026-11-18 09:00'
    expect(step({ ...sold, rdvs: [rdv('r1', at, 4)] })).toEqual({ kind: 'signQuote', idDevis: 'd1', at })
    const lost = step({ ...sold, rdvs: [rdv('r1', at, 4), rdv('r2', '2026-11-19 09:00', 3)] })
    expect(lost).toMatchObject({ kind: 'followQuote' })
  })

  it('[MGR-20] asks for the debrief of a past appointment before anything else', () => {
    expect(step({ rdvs: [rdv('r2', '2026-11-25 09:00'), rdv('r1', '2026-11-18 09:00')] })).toEqual({
      kind: 'debrief',
      idRdv: 'r1',
      at: '2026-11-18 09:00',
    })
    expect(step({ rdvs: [rdv('r1', '2026-11-18 09:00', 0, 1)] })).toEqual({ kind: 'plan' })
  })

  it('[MGR-20] is not the debrief of a measure whose report is written: nothing was sold there', () => {
    const measure = { ...rdv('r1', '2026-11-18 09:00'), IDNATURE_RDV: 'nature-metre' }
    const asked = { kind: 'debrief', idRdv: 'r1' }
    expect(step({ rdvs: [measure] })).toMatchObject(asked)
    expect(step({ rdvs: [measure], soumissions: [{ IDRDV: 'r1' }] })).toEqual({ kind: 'quote' })
    expect(step({ rdvs: [rdv('r1', '2026-11-18 09:00')], soumissions: [{ IDRDV: 'r1' }] })).toMatchObject(asked)
  })

  it('[INT-03] after works that ended badly is to plan the return visit, until one is planned', () => {
    const ordered = { projet: { ...projet, IDETAT_PROJET: 4 }, devis: [devis(1)] }
    const bad = works('2026-11-18 09:00', 'mauvais')
    expect(step({ ...ordered, interventions: [bad] })).toEqual({
      kind: 'reprise',
      idIntervention: 'i1',
      at: '2026-11-18 09:00',
    })
    const visit = { ...works('2026-11-25 09:00'), IDINTERVENTION: 'i2', NOTES: [{ id: returnNoteId('i1') }] }
    expect(step({ ...ordered, interventions: [bad, visit] })).toMatchObject({ kind: 'works', idIntervention: 'i2' })
    expect(step({ ...ordered, interventions: [bad, { ...visit, FEEDBACK: 'bon' }] })).toBeNull()
    const unmarked = { ...visit, FEEDBACK: 'bon', NOTES: [] }
    expect(step({ ...ordered, interventions: [bad, unmarked] })).toBeNull()
    const ended = { ...devis(1), REFUSE: 1 as const }
    expect(step({ ...ordered, devis: [ended], interventions: [{ ...bad, IDDEVIS: ended.IDDEVIS }] })).toBeNull()
    const again = { ...bad, IDINTERVENTION_PLANNING: [{ DEBUT: '2026-11-26 09:00' }] }
    expect(step({ ...ordered, interventions: [again] })).toBeNull()
  })

  it('[MGR-20] is of the order that stands: works of one that was withdrawn from or cancelled are not waited for', () => {
    const ended = { ...devis(1), IDDEVIS: 'ended', REFUSE: 1 as const }
    const ordered = { projet: { ...projet, IDETAT_PROJET: 4 }, devis: [ended, devis(1)] }
    const former = { ...works('2026-11-18 09:00'), IDINTERVENTION: 'former', IDDEVIS: 'ended' }
    expect(step({ ...ordered, interventions: [former] })).toEqual({ kind: 'intervention' })
    const coming = { ...works('2026-12-01 08:00'), IDDEVIS: 'd1' }
    expect(step({ ...ordered, interventions: [former, coming] })).toMatchObject({ kind: 'works', idIntervention: 'i1' })
  })

  it('[MGR-20] is to plan the works of an order that was signed after those of another one', () => {
    const done = works('2026-11-03 08:00', 'bon')
    const added = (at: string) => ({ ...devis(1), IDDEVIS: 'added', DATE_SIGNATURE: `${at}T09:00:00.000Z` })
    const finished = { projet: { ...projet, IDETAT_PROJET: 5 }, interventions: [done] }
    expect(step({ ...finished, devis: [devis(1), added('2026-11-05')] })).toEqual({ kind: 'intervention' })
    expect(step({ ...finished, devis: [devis(1), added('2026-11-02')] })).toBeNull()
    const coming = { ...works('2026-12-01 08:00'), IDINTERVENTION: 'i2', IDDEVIS: 'added' }
    const planned = { ...finished, interventions: [done, coming], devis: [devis(1), added('2026-11-05')] }
    expect(step(planned)).toMatchObject({ kind: 'works', idIntervention: 'i2' })
  })

  it('[MGR-20] follows the state of the project', () => {
    expect(step({})).toEqual({ kind: 'plan' })
    expect(step({ rdvs: [rdv('r1', '2026-11-25 09:00')] })).toMatchObject({ kind: 'upcoming', idRdv: 'r1' })
    expect(step({ rdvs: [rdv('r1', '2026-11-18 09:00', 3)] })).toEqual({ kind: 'quote' })
    expect(step({ projet: { ...projet, RELANCE_INTERMEDIAIRE: '2026-12-01' } })).toEqual({
      kind: 'call',
      time: null,
      day: '2026-12-01',
    })
    const quoted = { ...projet, IDETAT_PROJET: 2 }
    expect(step({ projet: quoted, devis: [devis()] })).toEqual({ kind: 'followQuote', idDevis: 'd1' })
    expect(step({ projet: quoted, devis: [devis(0, null), devis()] })).toEqual({ kind: 'followQuote', idDevis: 'd1' })
    expect(step({ projet: quoted, devis: [devis(0, null)] })).toEqual({ kind: 'sendQuote', idDevis: 'brouillon' })
    const ordered = { ...projet, IDETAT_PROJET: 4 }
    expect(step({ projet: ordered, devis: [devis(1)] })).toEqual({ kind: 'intervention' })
    expect(step({ projet: ordered, interventions: [works('2026-12-01 08:00')] })).toMatchObject({ kind: 'works' })
    expect(step({ projet: ordered, interventions: [works('2026-11-01 08:00')] })).toMatchObject({ kind: 'feedback' })
    const done = { ...projet, IDETAT_PROJET: 5 }
    expect(step({ projet: done, interventions: [works('2026-11-01 08:00', 'bon')] })).toBeNull()
  })

  it('[MGR-20] is the call that is planned, whatever the state, unless something comes before it', () => {
    const day = '2026-12-05'
    const planned = (IDETAT_PROJET: number) => ({ ...projet, IDETAT_PROJET, RELANCE_INTERMEDIAIRE: day })
    const call = { kind: 'call', day, time: null }
    const seen = [rdv('r1', '2026-11-18 09:00', 3)]
    expect(step({ projet: planned(1), rdvs: seen })).toEqual(call)
    expect(step({ projet: planned(2), rdvs: seen, devis: [devis()] })).toEqual(call)
    expect(step({ projet: planned(4), devis: [devis(1)] })).toEqual(call)
    expect(step({ projet: planned(5), interventions: [works('2026-11-01 08:00', 'bon')] })).toEqual(call)
    expect(step({ projet: planned(4), interventions: [works('2026-12-01 08:00')] })).toMatchObject({ kind: 'works' })
    expect(step({ projet: planned(1), rdvs: [rdv('r1', '2026-12-01 09:00')] })).toMatchObject({ kind: 'upcoming' })
    expect(step({ projet: planned(1), rdvs: [rdv('r1', '2026-12-09 09:00')] })).toEqual(call)
  })

  it('[MGR-20] is no longer the call once an appointment followed its day', () => {
    const late = { ...projet, IDETAT_PROJET: 2, RELANCE_INTERMEDIAIRE: '2026-11-10' }
    const seen = (day: string) => ({ projet: late, rdvs: [rdv('r1', `${day} 09:00`, 3)], devis: [devis()] })
    expect(step(seen('2026-11-18'))).toMatchObject({ kind: 'followQuote' })
    expect(step(seen('2026-11-09'))).toMatchObject({ kind: 'call' })
  })

  it('asks for a responsible first, and for nothing on a closed project', () => {
    expect(step({ projet: { ...projet, IDRESPONSABLEPROJET: null } })).toEqual({ kind: 'assign' })
    expect(step({ projet: { ...projet, DATE_SANS_SUITE: '2026-11-01' } })).toBeNull()
    expect(step({ projet: { ...projet, REFUSE: 1 } })).toBeNull()
  })
})

describe('state shown', () => {
  const zone = 'Europe/Paris'
  const unsigned = { IDDEVIS: 'd1', DEVIS_SIGNE: 0 as const, REFUSE: 0 as const, DATE_SIGNATURE: null }
  const quote = (state: string) => ({ ...unsigned, sync: { state } })

  it('a quote made without a network changes the project’s state at once', () => {
    expect(shownState(projet, [quote('pending')], [], zone)).toBe(2)
  })

  it('the server’s state is shown once it has everything', () => {
    expect(shownState({ IDETAT_PROJET: 4 }, [quote('synced')], [], zone)).toBe(4)
    expect(shownState({ IDETAT_PROJET: 3 }, [], [], zone)).toBe(3)
  })
})

describe('steps', () => {
  it('[ENT-07] shows 1, 2, 4 and 5; an unknown state is no step', () => {
    expect(stepStates(2).map(({ step: s, state }) => `${s} ${state}`)).toEqual([
      '1 done',
      '2 current',
      '4 todo',
      '5 todo',
    ])
    expect(stepStates(3).some(({ state }) => state === 'current')).toBe(false)
    expect(stepStates(5).at(-1)).toEqual({ step: 5, state: 'current' })
  })
})
