import { expect, it } from 'vitest'
import { leftPlanned } from './use-left-planned.ts'

const NOW = '2026-11-27 10:00'
const LEFT = new Set(['thomas', 'lea'])

const rdv = (IDRDV: string, IDPERSONNELS: string[], hours: [string, string], more: object = {}) =>
  ({ IDRDV, IDPERSONNELS, RDV_DEBUT: `2026-${hours[0]}`, RDV_FIN: `2026-${hours[1]}`, SUPPRIME: 0, ...more }) as never
const works = (IDINTERVENTION: string, ...planning: [string, string, string][]) =>
  ({
    IDINTERVENTION,
    IDINTERVENTION_PLANNING: planning.map(([IDPERSONNEL, from, to]) => ({
      ...{ id: `${IDPERSONNEL}/${from}`, IDPERSONNEL, DEBUT: `2026-${from}`, FIN: `2026-${to}` },
    })),
  }) as never

const planned = (rdvs: never[], interventions: never[] = []) =>
  leftPlanned({ rdvs, interventions }, LEFT, NOW).map(({ record, start, gone, alone }) => [
    Object.values(record)[0],
    start,
    gone,
    alone,
  ])

it('[SET-12] finds appointments to come of people who have left, the first one first, and says whether anybody else goes', () => {
  expect(
    planned([
      rdv('later', ['thomas'], ['12-10 09:00', '12-10 10:00']),
      rdv('both', ['thomas', 'noe'], ['12-02 09:00', '12-02 10:00']),
      rdv('under way', ['thomas', 'lea'], ['11-27 09:00', '11-27 10:01']),
      rdv('over', ['thomas'], ['11-27 09:00', '11-27 10:00']),
      rdv('cancelled', ['thomas'], ['12-01 09:00', '12-01 10:00'], { SUPPRIME: 1 }),
      rdv('of others', ['noe'], ['12-01 09:00', '12-01 10:00']),
      rdv('of nobody', [], ['12-01 09:00', '12-01 10:00']),
    ]),
  ).toEqual([
    ['under way', '2026-11-27 09:00', ['thomas', 'lea'], true],
    ['both', '2026-12-02 09:00', ['thomas'], false],
    ['later', '2026-12-10 09:00', ['thomas'], true],
  ])
})

it('[SET-12] of works the hours to come count: who was there before, and who comes still', () => {
  expect(
    planned(
      [],
      [
        works('his', ['thomas', '11-26 08:00', '11-26 17:00'], ['thomas', '12-01 08:00', '12-01 17:00']),
        works('taken over', ['thomas', '11-26 08:00', '11-26 17:00'], ['noe', '12-01 08:00', '12-01 17:00']),
        works('left by one', ['thomas', '12-03 08:00', '12-03 17:00'], ['noe', '12-02 08:00', '12-02 17:00']),
        works('after a colleague', ['noe', '11-26 08:00', '11-26 17:00'], ['lea', '12-04 08:00', '12-04 17:00']),
      ],
    ),
  ).toEqual([
    ['his', '2026-12-01 08:00', ['thomas'], true],
    ['left by one', '2026-12-02 08:00', ['thomas'], false],
    ['after a colleague', '2026-12-04 08:00', ['lea'], true],
  ])
})
