import { describe, expect, it } from 'vitest'
import { type Candidate, type Site, shareOut, suggestionsFor, suggestionsForAll } from './suggest.ts'

const LYON = { LATITUDE: 45.764, LONGITUDE: 4.8357 }
const VILLEURBANNE = { LATITUDE: 45.7719, LONGITUDE: 4.8902 }
const NANTES = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }

const candidate = (id: string, values: Partial<Candidate> = {}): Candidate => ({
  id,
  agences: ['lyon'],
  toutesAgences: false,
  load: 0,
  rdvs: 0,
  places: [LYON],
  ...values,
})
const site = (id: string, values: Partial<Site> = {}): Site => ({ id, agence: 'lyon', place: VILLEURBANNE, ...values })
const ids = (list: readonly { candidate: Candidate }[]): string[] => list.map((one) => one.candidate.id)

describe('[MGR-02] who should take a project', () => {
  it('the nearest comes first, by the great circle', () => {
    const far = candidate('far', { places: [NANTES], toutesAgences: true })
    const found = suggestionsFor(site('p'), [far, candidate('near')])
    expect(ids(found)).toEqual(['near', 'far'])
    expect(found[0]?.km).toBe(4)
    expect(found[1]?.km).toBeGreaterThan(500)
  })

  it('at the same distance, the person with less to do', () => {
    const found = suggestionsFor(site('p'), [candidate('a', { load: 9 }), candidate('b', { load: 2 })])
    expect(ids(found)).toEqual(['b', 'a'])
  })

  it('somebody of another agency comes after everybody of this one, however near and idle', () => {
    const other = candidate('other', { agences: ['nantes'], places: [VILLEURBANNE] })
    const found = suggestionsFor(site('p'), [other, candidate('busy', { load: 60 })])
    expect(ids(found)).toEqual(['busy', 'other'])
    expect(found.map(({ here }) => here)).toEqual([true, false])
    expect(suggestionsFor(site('p', { agence: null }), [other])[0]?.here).toBe(true)
  })

  it('[DAY-10 absence] somebody who is absent comes after everybody of the agency who is there, and before other agencies', () => {
    const away = candidate('away', { places: [VILLEURBANNE], absent: '2026-12-04' })
    const other = candidate('other', { agences: ['nantes'] })
    expect(ids(suggestionsFor(site('p'), [other, away, candidate('busy', { load: 60 })]))).toEqual([
      'busy',
      'away',
      'other',
    ])
  })

  it('a distance without both positions is unknown, and shown as unknown', () => {
    expect(suggestionsFor(site('p', { place: null }), [candidate('a')])[0]?.km).toBeNull()
    expect(suggestionsFor(site('p'), [candidate('a', { places: [] })])[0]?.km).toBeNull()
  })

  it('one person for several projects: the mean of the known distances', () => {
    const sites = [site('p', { place: LYON }), site('q'), site('r', { place: null })]
    expect(suggestionsForAll(sites, [candidate('a')])[0]?.km).toBe(2)
  })
})

describe('[MGR-02] ten projects shared out', () => {
  it('each assigned project adds to the person’s load, so that nobody gets them all', () => {
    const sites = Array.from({ length: 10 }, (_, n) => site(`p${n}`))
    const shares = [...shareOut(sites, [candidate('a'), candidate('b')]).values()]
    expect(shares).toHaveLength(10)
    expect(shares.filter((id) => id === 'a')).toHaveLength(5)
  })

  it('follows the agency of each project', () => {
    const sites = [site('l'), site('n', { agence: 'nantes', place: NANTES })]
    const team = [candidate('lyon'), candidate('nantes', { agences: ['nantes'], places: [NANTES] })]
    expect([...shareOut(sites, team)]).toEqual([
      ['l', 'lyon'],
      ['n', 'nantes'],
    ])
  })

  it('without candidates nothing is assigned', () => {
    expect(shareOut([site('p')], []).size).toBe(0)
  })
})
