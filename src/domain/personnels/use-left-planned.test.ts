import { expect, it } from 'vitest'
import { hoursToCome } from './use-left-planned.ts'

const NOW = '2026-11-27 10:00'

it('[SET-12] of appointments and works the hours to come count, everybody’s', () => {
  const rdv = (IDRDV: string, FIN: string, more: object = {}) => ({
    ...{ IDRDV, IDPERSONNELS: ['thomas', 'noe'], RDV_DEBUT: '2026-11-27 09:00', RDV_FIN: `2026-11-27 ${FIN}` },
    ...{ SUPPRIME: 0, ...more },
  })
  const entry = (IDPERSONNEL: string, day: string) => ({
    ...{ id: `${IDPERSONNEL}/${day}`, IDPERSONNEL, DEBUT: `2026-${day} 08:00`, FIN: `2026-${day} 17:00` },
  })
  const rdvs = [rdv('under way', '10:01'), rdv('over', '10:00'), rdv('cancelled', '11:00', { SUPPRIME: 1 })]
  const works = { IDINTERVENTION: 'w', IDINTERVENTION_PLANNING: [entry('thomas', '11-26'), entry('noe', '12-01')] }
  const planned = hoursToCome({ rdvs: rdvs as never, interventions: [works] as never }, NOW)
  expect(planned.map(({ record, hours }) => [Object.values(record)[0], hours.map((one) => one.IDPERSONNEL)])).toEqual([
    ['under way', ['thomas', 'noe']],
    ['over', []],
    ['w', ['noe']],
  ])
})
