// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { hoursToCome } from './use-left-planned.ts'
import { unattendedOf, useUnattended } from './use-unattended.ts'

const NOW = '2026-11-27 10:00'
const LEFT = new Set(['thomas', 'lea'])
const fake = vi.hoisted(() => ({ rdvs: [] as unknown[], works: [] as unknown[], known: true }))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => LEFT }))
vi.mock('../../data/records/use-left-known.ts', () => ({ useIsLeftKnown: () => fake.known }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => NOW }))
vi.mock('../records/use-between.ts', () => ({
  useBetween: (resource: string) => (resource === 'rdv' ? fake.rdvs : fake.works),
}))
vi.mock('../projets/use-stops.ts', () => ({
  useStops: () => (one: { IDPROJET?: string }) => (one.IDPROJET === 'stopped' ? 'closed' : null),
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFiled: (ids: string[] | undefined) =>
    new Map(ids?.includes('signed') ? [['signed', { origins: ['intervention_sign_pv'], state: 'synced' }]] : []),
}))

const rdv = (IDRDV: string, IDPERSONNELS: string[], hours: [string, string], more: object = {}) =>
  ({
    ...{ IDRDV, IDPERSONNELS, RDV_DEBUT: `2026-${hours[0]}`, RDV_FIN: `2026-${hours[1]}` },
    ...{ SUPPRIME: 0, DEBRIEF_CATEGORIE: 0, ...more },
  }) as never
const works = (IDINTERVENTION: string, planning: [string, string, string][], more: object = {}) =>
  ({
    IDINTERVENTION,
    IDINTERVENTION_PLANNING: planning.map(([IDPERSONNEL, from, to]) => ({
      ...{ id: `${IDPERSONNEL}/${from}`, IDPERSONNEL, DEBUT: `2026-${from}`, FIN: `2026-${to}` },
    })),
    ...{ FEEDBACK: null, ...more },
  }) as never
const day = (person: string, on: string): [string, string, string] => [person, `${on} 08:00`, `${on} 17:00`]

const unattended = (rdvs: never[], interventions: never[] = []) =>
  unattendedOf(hoursToCome({ rdvs, interventions }, NOW), LEFT).map(({ record, start, gone }) => [
    Object.values(record)[0],
    start,
    gone,
  ])

it('[SET-12] finds appointments to come whose people have all left, the first one first', () => {
  expect(
    unattended([
      rdv('later', ['thomas'], ['12-10 09:00', '12-10 10:00']),
      rdv('both', ['thomas', 'noe'], ['12-02 09:00', '12-02 10:00']),
      rdv('under way', ['thomas', 'lea'], ['11-27 09:00', '11-27 10:01']),
      rdv('over', ['thomas'], ['11-27 09:00', '11-27 10:00']),
      rdv('cancelled', ['thomas'], ['12-01 09:00', '12-01 10:00'], { SUPPRIME: 1 }),
      rdv('of others', ['noe'], ['12-01 09:00', '12-01 10:00']),
      rdv('of nobody', [], ['12-01 09:00', '12-01 10:00']),
    ]),
  ).toEqual([
    ['under way', '2026-11-27 09:00', ['thomas', 'lea']],
    ['later', '2026-12-10 09:00', ['thomas']],
  ])
})

it('[SET-12] of works the hours to come count: who was there before, and who comes still', () => {
  expect(
    unattended(
      [],
      [
        works('his', [day('thomas', '11-26'), day('thomas', '12-01')]),
        works('taken over', [day('thomas', '11-26'), day('noe', '12-01')]),
        works('after a colleague', [day('noe', '11-26'), day('lea', '12-04')]),
      ],
    ),
  ).toEqual([
    ['his', '2026-12-01 08:00', ['thomas']],
    ['after a colleague', '2026-12-04 08:00', ['lea']],
  ])
})

it('[SET-12] of works each day counts: a colleague who comes on another day does not come instead', () => {
  expect(
    unattended(
      [],
      [
        works('left by one', [day('thomas', '12-03'), day('noe', '12-02')]),
        works('in turn', [day('lea', '12-08'), day('noe', '12-07'), day('thomas', '12-09'), day('thomas', '12-07')]),
        works('together', [day('thomas', '12-02'), day('noe', '12-02')]),
        works('a long stay', [['noe', '12-01 08:00', '12-04 17:00'], day('thomas', '12-03')]),
      ],
    ),
  ).toEqual([
    ['left by one', '2026-12-03 08:00', ['thomas']],
    ['in turn', '2026-12-08 08:00', ['lea', 'thomas']],
  ])
})

it('[SET-12] nobody is waited for after the debrief, or « bon »; after « mauvais » somebody is', () => {
  const hours: [string, string] = ['12-01 09:00', '12-01 10:00']
  expect(
    unattended(
      [rdv('debriefed', ['thomas'], hours, { DEBRIEF_CATEGORIE: 4 })],
      [
        works('good', [day('thomas', '12-02')], { FEEDBACK: 'bon' }),
        works('bad', [day('thomas', '12-02')], { FEEDBACK: 'mauvais' }),
      ],
    ),
  ).toEqual([['bad', '2026-12-02 08:00', ['thomas']]])
})

it('[SET-12] nor of what is stopped, nor of works whose PV is signed: they are not planned any more', () => {
  fake.rdvs = [rdv('stopped', ['thomas'], ['12-01 09:00', '12-01 10:00'], { IDPROJET: 'stopped' })]
  fake.works = [works('signed', [day('thomas', '12-02')]), works('open', [day('thomas', '12-02')])]
  const { result } = renderHook(() => useUnattended())
  expect(result.current?.map(({ record }) => Object.values(record)[0])).toEqual(['open'])
})

it('[DAY-03 complete] (left) is not told before it is read who has left: of nobody there is nothing to give', () => {
  fake.known = false
  fake.rdvs = [rdv('open', ['thomas'], ['12-01 09:00', '12-01 10:00'])]
  const { result, rerender } = renderHook(() => useUnattended())
  expect(result.current).toBeUndefined()
  fake.known = true
  fake.works = []
  rerender()
  expect(result.current).toHaveLength(1)
})
