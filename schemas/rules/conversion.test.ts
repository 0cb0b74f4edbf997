import { describe, expect, it } from 'vitest'
import { type ConversionInput, conversionDays, conversionOf, visitsOf } from './conversion.ts'

const NOW = '2026-11-26 10:00'
const natures = [
  { id: 'com', CODE: 'Com' },
  { id: 'r2', CODE: 'R2' },
  { id: 'metre', CODE: 'Metre' },
  { id: 'libre', CODE: null },
]
const rdv = (IDPROJET: string | null, day: string, more: Partial<ConversionInput['rdvs'][number]> = {}) => ({
  IDRDV: `${IDPROJET} ${day}`,
  IDPROJET,
  RDV_DEBUT: `${day} 09:00`,
  RDV_FIN: `${day} 10:00`,
  IDNATURE_RDV: 'com' as string | null,
  IDPERSONNELS: ['camille'] as readonly string[],
  SUPPRIME: 0 as 0 | 1,
  DEBRIEF_CATEGORIE: 4 as number,
  ...more,
})
const devis = (IDPROJET: string, more: Partial<ConversionInput['devis'][number]> = {}) => ({
  IDPROJET,
  DEVIS_SIGNE: 0 as 0 | 1,
  REFUSE: 0 as 0 | 1,
  DATE_TRANSMISSION: '2026-11-10T09:00:00.000Z' as string | null,
  ...more,
})
const sale = (IDPROJET: string) => ({ IDPROJET, TYPE_PROJET: 0 })
const of = (input: Partial<ConversionInput>) =>
  conversionDays({ projets: [sale('p')], rdvs: [], devis: [], natures, now: NOW, ...input })

describe('conversion', () => {
  it('[MGR-05 rate] counts a project once, on the day of its first sales appointment, for each of its people', () => {
    const rdvs = [
      rdv('p', '2026-11-12', { IDNATURE_RDV: 'r2', IDPERSONNELS: ['noe'] }),
      rdv('p', '2026-11-03', { IDPERSONNELS: ['camille', 'lea'] }),
    ]
    expect(of({ rdvs, devis: [devis('p'), devis('p')] })).toEqual([
      { JOUR: '2026-11-03', IDPERSONNEL: 'camille', met: 1, quoted: 1, sold: 0 },
      { JOUR: '2026-11-03', IDPERSONNEL: 'lea', met: 1, quoted: 1, sold: 0 },
    ])
  })

  it('[MGR-05 rate] leaves out what is no visit of a sale', () => {
    const none: Partial<ConversionInput['rdvs'][number]>[] = [
      { SUPPRIME: 1 },
      { RDV_FIN: '2026-11-26 10:01' },
      { IDNATURE_RDV: 'metre' },
      { DEBRIEF_CATEGORIE: 1 },
      { IDPROJET: null },
    ]
    for (const more of none) expect(of({ rdvs: [rdv('p', '2026-11-03', more)] })).toEqual([])
    expect(of({ projets: [{ IDPROJET: 'p', TYPE_PROJET: 1 }], rdvs: [rdv('p', '2026-11-03')] })).toEqual([])
    expect(of({ projets: [], rdvs: [rdv('p', '2026-11-03')] })).toEqual([])
    // A nature without a code, an unknown one, none: an appointment like any other. It ends at this minute: it took place.
    for (const more of [{ IDNATURE_RDV: 'libre' }, { IDNATURE_RDV: 'gone' }, { IDNATURE_RDV: null }, { RDV_FIN: NOW }])
      expect(of({ rdvs: [rdv('p', '2026-11-03', more)] })).toHaveLength(1)
    // Nobody was let in the first time: the second visit is the first one.
    const rdvs = [rdv('p', '2026-11-03', { DEBRIEF_CATEGORIE: 1 }), rdv('p', '2026-11-09')]
    expect(of({ rdvs })[0]?.JOUR).toBe('2026-11-09')
  })

  it('[MGR-05 rate] a quote counts once it was given, a sale while it stands', () => {
    const rdvs = [rdv('p', '2026-11-03')]
    const counted = (...quotes: ReturnType<typeof devis>[]) => {
      const [day] = of({ rdvs, devis: quotes })
      return [day?.quoted, day?.sold]
    }
    expect(counted()).toEqual([0, 0])
    expect(counted(devis('p', { DATE_TRANSMISSION: null }))).toEqual([0, 0])
    expect(counted(devis('p', { REFUSE: 1 }))).toEqual([1, 0])
    // Signed on the spot.
    expect(counted(devis('p', { DATE_TRANSMISSION: null, DEVIS_SIGNE: 1 }))).toEqual([1, 1])
    expect(counted(devis('p', { DEVIS_SIGNE: 1, REFUSE: 1 }))).toEqual([1, 0])
    expect(counted(devis('other', { DEVIS_SIGNE: 1 }))).toEqual([0, 0])
  })

  it('[MGR-05 rate] sums the days of a period, by person; without an appointment there is no rate', () => {
    const days = of({
      projets: ['p', 'q', 'r'].map(sale),
      rdvs: [rdv('p', '2026-11-01'), rdv('q', '2026-11-30', { RDV_FIN: NOW }), rdv('r', '2026-10-31')],
      devis: [devis('p', { DEVIS_SIGNE: 1 }), devis('q')],
    })
    const november = conversionOf(days, { from: '2026-11-01', to: '2026-11-30' })
    expect(november.get('camille')).toEqual({ met: 2, quoted: 2, sold: 1 })
    expect(november.get('lea')).toBeUndefined()
    expect([
      ...visitsOf({ projets: [sale('p')], rdvs: [rdv('p', '2026-11-01')], devis: [], natures, now: NOW }),
    ]).toEqual([{ IDPROJET: 'p', JOUR: '2026-11-01', IDPERSONNELS: ['camille'], quoted: false, sold: false }])
  })
})
