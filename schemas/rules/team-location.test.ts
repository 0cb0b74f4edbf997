import { describe, expect, it } from 'vitest'
import { isOn, staysOf } from './team-location.ts'

const rdv = (values: object) => ({
  IDRDV: 'r1',
  RDV_OBJET: 'Visite',
  RDV_DEBUT: '2026-11-20 09:00',
  RDV_FIN: '2026-11-20 10:30',
  IDPROJET: 'p1',
  IDADRESSE: 'a1',
  IDPERSONNELS: ['anne', 'bruno'],
  SUPPRIME: 0 as 0 | 1,
  ...values,
})
const works = {
  IDINTERVENTION: 'i1',
  RDV_OBJET: 'Pose',
  IDPROJET: 'p2',
  IDINTERVENTION_PLANNING: [
    { IDPERSONNEL: 'carl', DEBUT: '2026-11-20 08:00', FIN: '2026-11-20 12:00' },
    { IDPERSONNEL: 'dina', DEBUT: '2026-11-21 08:00', FIN: '2026-11-21 12:00' },
  ],
}
const at = (time: string, rdvs = [rdv({})]) =>
  staysOf({ rdvs, interventions: [works] })
    .filter((stay) => isOn(stay, time))
    .map(({ IDPERSONNEL, kind }) => `${IDPERSONNEL} ${kind}`)

describe('the team at a time', () => {
  it('[GEO-05 intervention] everybody of an appointment, but of the works only the person of that part', () => {
    expect(at('2026-11-20 09:30')).toEqual(['anne rdv', 'bruno rdv', 'carl intervention'])
    expect(at('2026-11-21 09:30')).toEqual(['dina intervention'])
  })

  it('[GEO-05] from the first minute to the one before the end', () => {
    expect(at('2026-11-20 08:59')).toEqual(['carl intervention'])
    expect(at('2026-11-20 09:00')).toContain('anne rdv')
    expect(at('2026-11-20 10:29')).toContain('anne rdv')
    expect(at('2026-11-20 10:30')).not.toContain('anne rdv')
  })

  it('[GEO-05 rdv] nobody is at a deleted appointment', () => {
    expect(at('2026-11-20 09:30', [rdv({ SUPPRIME: 1 })])).toEqual(['carl intervention'])
  })
})
