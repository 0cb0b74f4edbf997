import { expect, it } from 'vitest'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { agendaPeople } from './agenda-people.ts'

const me = { id: 'me', name: 'Zoé Martin', initials: 'ZM' }
const colleague = (id: string, name: string, roles: RoleName[], agence = 'a1') => ({
  IDPERSONNEL: id,
  NOM: name,
  NOM_COMPLET: name,
  INITIALES: name.charAt(0),
  ROLES: roles,
  IDAGENCE: agence,
  AGENCES: [],
})
const staff = [
  colleague('me', 'Zoé Martin', ['commercial']),
  colleague('c', 'Chloé', ['metreur']),
  colleague('b', 'Éric', ['commercial']),
  colleague('far', 'Anne', ['commercial'], 'a2'),
  colleague('office', 'Olga', ['assistant']),
  colleague('tech', 'Tom', ['technician']),
]
const ask = (chosen: string[] | null, team: boolean) =>
  agendaPeople(staff, {
    me,
    hasOwn: true,
    plans: true,
    agencies: ['a1'],
    chosen,
    team,
    left: new Set(),
    expected: new Set(),
  })
const ids = (people: { id: string }[]) => people.map(({ id }) => id)

it('[CAL-06 people] the view of several people starts with me and those of my agency who go to appointments', () => {
  expect(ids(ask(null, true).shown)).toEqual(['me', 'c', 'b'])
  expect(ids(ask(null, true).all)).toEqual(['me', 'far', 'c', 'b', 'tech'])
})

it('[CAL-06] shows only me in other views, and exactly the chosen people in all views', () => {
  expect(ids(ask(null, false).shown)).toEqual(['me'])
  expect(ids(ask(['b', 'far'], false).shown)).toEqual(['far', 'b'])
  expect(ids(ask(['b'], true).shown)).toEqual(['b'])
})

it('shows me when no chosen person is known, and keeps a chosen person who goes to no appointments', () => {
  expect(ids(ask(['gone'], false).shown)).toEqual(['me'])
  expect(ids(ask(['office'], false).shown)).toEqual(['office'])
})

it('[CAL-06] shows six columns at most before anybody is chosen', () => {
  const many = Array.from({ length: 9 }, (_, i) => colleague(`p${i}`, `P${i}`, ['commercial']))
  expect(
    agendaPeople(many, {
      me,
      hasOwn: true,
      plans: true,
      agencies: ['a1'],
      chosen: null,
      team: true,
      left: new Set(),
      expected: new Set(),
    }).shown,
  ).toHaveLength(6)
})

it('[MGR-03] whoever goes to no appointments opens the team’s agenda, without a column of their own', () => {
  const of = (agencies: string[], colleagues = staff) =>
    ids(
      agendaPeople(colleagues, {
        me,
        hasOwn: false,
        plans: true,
        agencies,
        chosen: null,
        team: false,
        left: new Set(),
        expected: new Set(),
      }).shown,
    )
  expect(of(['a1'])).toEqual(['c', 'b'])
  expect(of(['none'])).toEqual(['far', 'c', 'b'])
  expect(of(['a1'], [])).toEqual(['me'])
})

it('[DAY-08 technician] whoever is told no times of colleagues sees their own agenda alone, whatever the address says', () => {
  const own = agendaPeople(staff, {
    me,
    hasOwn: true,
    plans: false,
    agencies: ['a1'],
    chosen: ['b'],
    team: true,
    left: new Set(),
    expected: new Set(),
  })
  expect([ids(own.all), ids(own.shown)]).toEqual([['me'], ['me']])
})

it('[DAY-08 technician] a planner chooses technicians, who are in no team that opens by itself', () => {
  expect(ids(ask(['tech'], false).shown)).toEqual(['tech'])
  expect(ids(ask(null, true).shown)).not.toContain('tech')
})

it('[CAL-06] whoever has left has no column, not even by an old address', () => {
  const asked = { me, hasOwn: true, plans: true, agencies: ['a1'], team: true, left: new Set(['b']) }
  const of = (chosen: string[] | null) => agendaPeople(staff, { ...asked, expected: new Set(), chosen })
  expect(ids(of(null).all)).toEqual(['me', 'far', 'c', 'tech'])
  expect(ids(of(['b', 'c']).shown)).toEqual(['c'])
})

it('[CAL-06] [SET-12] whoever has left is chosen, by hand, while something is still to come for them', () => {
  const asked = { me, hasOwn: true, plans: true, agencies: ['a1'], team: true, left: new Set(['b', 'far']) }
  const of = (chosen: string[] | null) => agendaPeople(staff, { ...asked, expected: new Set(['b']), chosen })
  expect(of(null).all.map(({ name }) => name)).toEqual(['Zoé Martin', 'Chloé', 'Éric (compte fermé)', 'Tom'])
  expect(ids(of(null).shown)).toEqual(['me', 'c'])
  expect(ids(of(['b']).shown)).toEqual(['b'])
})
