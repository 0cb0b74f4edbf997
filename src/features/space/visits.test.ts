import { expect, it } from 'vitest'
import { comingVisits, type Visit, visitOfRdv, visitOfWorks } from './visits.ts'

const visit = (id: string, start: string, end: string): Visit => ({
  id,
  kind: 'rdv',
  title: id,
  start,
  end,
  place: null,
  people: [],
})
const PERSON = { NOM_COMPLET: null, PRENOM: 'Camille', NOM: 'Moreau', MAIL: null, TELEPHONE_PORTABLE: null }

it('[SPA-02 appointments] the visits to come begin with the one under way; none when all are over', () => {
  const over = visit('over', '2026-11-20 09:00', '2026-11-20 10:00')
  const now = visit('now', '2026-11-22 09:00', '2026-11-22 18:00')
  const later = visit('later', '2026-11-25 09:00', '2026-11-25 10:00')
  const ids = (visits: Visit[], at: string) => comingVisits(visits, at).map(({ id }) => id)
  expect(ids([later, over, now], '2026-11-22 10:00')).toEqual(['now', 'later'])
  expect(ids([later, over, now], '2026-11-22 18:00')).toEqual(['later'])
  expect(ids([over], '2026-11-22 10:00')).toEqual([])
})

it('[SPA-02] an appointment has a subject, a place and people; works without a name are « Travaux »', () => {
  const times = { RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }
  const adresse = { ADRESSE: '3 rue des Lilas', CODE_POSTAL: '44000', VILLE: 'Nantes' }
  const nature = { LIBELLE: 'Visite commerciale', CODE: 'Com' }
  const rdv = { IDRDV: 'r', IDPROJET: 'p', RDV_OBJET: null, ...times, nature, adresse, personnes: [PERSON] }
  expect(visitOfRdv(rdv)).toMatchObject({
    title: 'Visite commerciale',
    place: '3 rue des Lilas, 44000 Nantes',
    people: ['Camille Moreau'],
  })
  expect(visitOfRdv(rdv).uid).toBeUndefined()
  expect(visitOfRdv({ ...rdv, UID: 'rdv-r@demo.lolapp' }).uid).toBe('rdv-r@demo.lolapp')
  const works = { IDINTERVENTION: 'i', IDPROJET: 'p', IDDEVIS: null, RDV_OBJET: null, ...times, type: null }
  expect(visitOfWorks({ ...works, planning: [], personnes: [], termine: false }).title).toBe('Travaux')
})

it('[SPA-02] works say where they are; a former server does not', () => {
  const times = { RDV_DEBUT: '2026-11-23 08:00', RDV_FIN: '2026-11-23 10:00' }
  const works = { IDINTERVENTION: 'i', IDPROJET: 'p', IDDEVIS: null, RDV_OBJET: 'Pose', ...times, type: null }
  const read = { ...works, planning: [], personnes: [], termine: false }
  expect(visitOfWorks(read).place).toBeNull()
  expect(visitOfWorks({ ...read, adresse: null }).place).toBeNull()
  const adresse = { ADRESSE: '8 rue A', CODE_POSTAL: '44000', VILLE: 'Nantes' }
  expect(visitOfWorks({ ...read, adresse }).place).toBe('8 rue A, 44000 Nantes')
})

const PLANNED = {
  IDINTERVENTION: 'i',
  IDPROJET: 'p',
  IDDEVIS: null,
  RDV_OBJET: 'Pose',
  type: null,
  personnes: [],
  termine: false,
}
const entry = (DEBUT: string, FIN: string, UID?: string) => ({ DEBUT, FIN, ...(UID === undefined ? {} : { UID }) })

it('[SPA-02 appointments] works of separate days have each of them, once, whoever comes and in whatever order they were planned', () => {
  const planning = [
    entry('2026-12-10 08:00', '2026-12-10 17:00', 'i.d'),
    entry('2026-11-30 08:00', '2026-11-30 12:00', 'i.b'),
    // A colleague, for the whole day.
    entry('2026-11-30 08:00', '2026-11-30 17:00', 'i.a'),
    entry('2026-12-01 08:00', '2026-12-01 12:00', 'i.c'),
    entry('2026-12-01 13:00', '2026-12-01 17:00', 'i.e'),
  ]
  const works = { ...PLANNED, RDV_DEBUT: '2026-11-30 08:00', RDV_FIN: '2026-12-10 17:00' }
  for (const said of [planning, planning.toReversed()])
    expect(visitOfWorks({ ...works, planning: said })).toMatchObject({
      start: '2026-11-30 08:00',
      end: '2026-12-10 17:00',
      times: [
        { uid: 'i.a', start: '2026-11-30 08:00', end: '2026-11-30 17:00' },
        { uid: 'i.c', start: '2026-12-01 08:00', end: '2026-12-01 17:00' },
        { uid: 'i.d', start: '2026-12-10 08:00', end: '2026-12-10 17:00' },
      ],
    })
})

it('[SPA-02 appointments] works of one time, without a break or without anybody planned, keep their own hours', () => {
  const night = ['2026-11-30 20:00', '2026-12-01 04:00'] as const
  const timesOf = (...planning: ReturnType<typeof entry>[]) =>
    visitOfWorks({ ...PLANNED, RDV_DEBUT: '2026-11-30 08:00', RDV_FIN: '2026-12-02 17:00', planning }).times
  expect(timesOf()).toBeUndefined()
  expect(
    timesOf(entry('2026-11-30 09:00', '2026-11-30 10:00'), entry('2026-11-30 14:00', '2026-11-30 15:00')),
  ).toBeUndefined()
  expect(
    timesOf(entry('2026-11-30 08:00', '2026-12-02 17:00'), entry('2026-12-01 08:00', '2026-12-01 17:00')),
  ).toBeUndefined()
  // Two nights are two times.
  expect(timesOf(entry(...night), entry('2026-12-01 20:00', '2026-12-02 04:00'))).toEqual([
    { start: night[0], end: night[1] },
    { start: '2026-12-01 20:00', end: '2026-12-02 04:00' },
  ])
})

it('[SPA-02 appointments] between two days of works, what comes sooner is before them', () => {
  const works = {
    ...visit('works', '2026-11-30 08:00', '2026-12-10 17:00'),
    times: [
      { start: '2026-11-30 08:00', end: '2026-11-30 17:00' },
      { start: '2026-12-10 08:00', end: '2026-12-10 17:00' },
    ],
  }
  const other = visit('other', '2026-12-02 09:00', '2026-12-02 10:00')
  const ids = (at: string) => comingVisits([other, works], at).map(({ id }) => id)
  expect(ids('2026-11-30 10:00')).toEqual(['works', 'other'])
  expect(ids('2026-12-01 10:00')).toEqual(['other', 'works'])
})
