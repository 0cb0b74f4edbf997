import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../ui/format/format.ts'
import { timelineEvents } from './timeline-events.ts'

const zone = 'Europe/Paris'
const devis = {
  IDDEVIS: 'd1',
  NUMERO_DEVIS: 'D-2026-00012',
  PRIX_TTC: 1_200_000,
  DATE_CREATION: '2026-11-02T09:00:00.000Z',
  DATE_TRANSMISSION: '2026-11-02T23:30:00.000Z',
  DATE_CONSULTATION: null,
  DATE_SIGNATURE: null,
  DATE_REFUSE: '0000-00-00T00:00:00.000',
  DEVIS_SIGNE: 0,
  REFUSE: 0,
} as never
const rdv = (id: string, start: string, more = {}) =>
  ({ IDRDV: id, RDV_OBJET: id, RDV_DEBUT: start, SUPPRIME: 0, DEBRIEF_CATEGORIE: 0, ...more }) as never

describe('timeline', () => {
  it('puts instants on the wall clock of the company beside appointments, latest first', () => {
    const events = timelineEvents({ zone, devis: [devis], rdvs: [rdv('Visite', '2026-11-03 00:15')] })
    expect(events.map((event) => [event.at, event.title])).toEqual([
      ['2026-11-03 00:30', 'Devis transmis'],
      ['2026-11-03 00:15', 'Visite'],
      ['2026-11-02 10:00', 'Devis créé'],
    ])
  })

  it('leaves out deleted appointments, unset dates and the zero date', () => {
    const rdvs = [rdv('Annulé', '2026-11-03 09:00', { SUPPRIME: 1 })]
    expect(timelineEvents({ zone, devis: [devis], rdvs }).map((event) => event.title)).toEqual([
      'Devis transmis',
      'Devis créé',
    ])
  })

  it('shows the result of an appointment', () => {
    const [event] = timelineEvents({ zone, rdvs: [rdv('Visite', '2026-11-03 09:00', { DEBRIEF_CATEGORIE: 4 })] })
    expect(event).toMatchObject({ title: 'Visite', detail: 'Vendu' })
  })

  it('[DAY-04 files] shows the name that a person gave a photo, and never the app’s own', () => {
    const photo = (IDFICHIER: string, NOM: string) => ({
      IDFICHIER,
      NOM,
      ORIGINE: 'photo',
      DATE_CREATION: `2026-12-01T16:0${IDFICHIER}:00.000Z`,
    })
    const events = timelineEvents({
      zone,
      fichiers: [photo('2', 'photo-1a2b3c.jpg'), photo('1', 'Pignon.jpg')] as never,
    })
    expect(events.map(({ title, detail }) => [title, detail])).toEqual([
      ['Photo ajoutée', undefined],
      ['Photo ajoutée', 'Pignon'],
    ])
  })

  it('[MGR-20 timeline] [DAY-04 timeline] [DAY-04 reports] is one list of all events of a project: visits, debriefs, quotes, works, reports, files', () => {
    const debriefed = {
      DEBRIEF_CATEGORIE: 4,
      DEBRIEF_LE: '2026-11-03T11:00:00.000Z',
      DEBRIEF_COMMENTAIRE: 'Très content',
    }
    const events = timelineEvents({
      zone,
      projets: [{ IDPROJET: 'p', DESCRIPTION: 'Pergola', IDETAT_PROJET: 1, DATE_CREATION: '2026-11-01T08:00:00.000Z' }],
      devis: [devis],
      rdvs: [rdv('Visite', '2026-11-03 09:00', debriefed)],
      interventions: [{ IDINTERVENTION: 'i', RDV_OBJET: 'Pose', RDV_DEBUT: '2026-12-01 08:00', DATE_FEEDBACK: null }],
      soumissions: [{ IDSOUMISSION: 's', IDRAPPORT: 'r', DATE_SOUMISSION: '2026-11-03T12:00:00.000Z' }],
      rapports: [{ id: 'r', TITRE: 'Relevé de cotes' }],
      fichiers: [
        { IDFICHIER: 'f', NOM: 'pv.pdf', ORIGINE: 'intervention_sign_pv', DATE_CREATION: '2026-12-01T16:00:00.000Z' },
      ],
    } as never)
    expect(events.map(({ at, title, detail }) => [at, title, detail])).toEqual([
      ['2026-12-01 17:00', 'PV signé', 'pv.pdf'],
      ['2026-12-01 08:00', 'Pose', undefined],
      ['2026-11-03 13:00', 'Compte rendu saisi', 'Relevé de cotes'],
      ['2026-11-03 12:00', 'Débrief', 'Vendu · Très content'],
      ['2026-11-03 09:00', 'Visite', 'Vendu'],
      ['2026-11-03 00:30', 'Devis transmis', `D-2026-00012 · ${formatMoney(1_200_000)}`],
      ['2026-11-02 10:00', 'Devis créé', `D-2026-00012 · ${formatMoney(1_200_000)}`],
      ['2026-11-01 09:00', 'Projet créé', 'Pergola'],
    ])
    const opens = events.map(({ href, file }) => href ?? file?.IDFICHIER)
    expect([opens[0], opens[2], opens.includes(undefined)]).toEqual(['f', '/manager/rapport?soumission=s', false])
  })
})
