import { describe, expect, it } from 'vitest'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { followingRdv, onlyOpen, type Plan, type Planner, plannedRdv } from './plan-rdv.ts'

const projetOf = (values: Partial<ResourceRecord<'projet'>> = {}) =>
  ({
    IDPROJET: 'p1',
    IDCLIENT: 'c1',
    IDETAT_PROJET: 1,
    DESCRIPTION: 'Véranda',
    ADRESSE_CHANTIER: null,
    DATE_SANS_SUITE: null,
    REFUSE: 0,
    IDRESPONSABLEPROJET: 'colin',
    ...values,
  }) as ResourceRecord<'projet'>
const client = {
  IDCLIENT: 'c1',
  NOM: 'Durand',
  PRENOM: 'Zoé',
  IDADRESSE: 'home',
  IDPERSONNEL: 'marc',
} as ResourceRecord<'client'>

const me: Planner = { id: 'me', roles: ['commercial'] }
const office: Planner = { id: 'me', roles: ['assistant'] }

describe('[CAL-05] an appointment that starts elsewhere', () => {
  it.each<[string, Plan, string[]]>([
    ['me alone', { projet: projetOf(), client, attendees: 'me' }, ['me']],
    ['for the person responsible for the project', { projet: projetOf(), client, attendees: 'responsible' }, ['colin']],
    [
      'for the client’s person, where the project has none',
      { projet: projetOf({ IDRESPONSABLEPROJET: null }), client, attendees: 'responsible' },
      ['marc'],
    ],
    ['for me, where nobody is', { projet: null, client: null, attendees: 'responsible' }, ['me']],
    ['both', { projet: projetOf(), client, attendees: 'both' }, ['me', 'colin']],
    ['both, once', { projet: projetOf({ IDRESPONSABLEPROJET: 'me' }), client, attendees: 'both' }, ['me']],
    [
      'both, where nobody is responsible',
      { projet: projetOf({ IDRESPONSABLEPROJET: null }), client, attendees: 'both' },
      ['me'],
    ],
  ])('%s', (_case, plan, people) => expect(plannedRdv(plan, me).IDPERSONNELS).toEqual(people))

  it.each<[string, Partial<Plan>, string[]]>([
    ['the person responsible for the project', {}, ['colin']],
    ['the client’s person', { projet: null }, ['marc']],
    ['nobody, where nobody is responsible', { projet: null, client: null }, []],
  ])('of an assistant is for %s, not for herself', (_case, plan, people) => {
    for (const attendees of ['me', 'responsible', 'both'] as const) {
      expect(plannedRdv({ projet: projetOf(), client, attendees, ...plan }, office).IDPERSONNELS).toEqual(people)
    }
  })

  it('has the client’s name, the project, and the site before the client’s address', () => {
    const attendees = 'me'
    const about = { RDV_OBJET: expect.stringContaining('Zoé') as string, IDPROJET: 'p1' }
    expect(plannedRdv({ projet: projetOf(), client, attendees }, me)).toMatchObject({ ...about, IDADRESSE: 'home' })
    const projet = projetOf({ ADRESSE_CHANTIER: 'site' })
    expect(plannedRdv({ projet, client, attendees }, me)).toMatchObject({ ...about, IDADRESSE: 'site' })
    expect(plannedRdv({ projet, client: null, attendees }, me)).toMatchObject({
      RDV_OBJET: 'Véranda',
      IDADRESSE: 'site',
    })
    expect(plannedRdv({ projet: null, client, attendees }, me)).toMatchObject({ IDPROJET: null, IDADRESSE: 'home' })
  })

  it('is about the only open project of a client', () => {
    const closed = projetOf({ IDPROJET: 'p0', DATE_SANS_SUITE: '2026-11-01', REFUSE: 1 })
    expect(onlyOpen([closed, projetOf()])?.IDPROJET).toBe('p1')
    expect(onlyOpen([projetOf(), projetOf({ IDPROJET: 'p2' })])).toBeNull()
    expect(onlyOpen([closed])).toBeNull()
  })

  it('the next one has the people and the place of the one before', () => {
    const rdv = { IDPROJET: 'p1', IDADRESSE: 'home', IDPERSONNELS: ['colin', 'marc'] } as ResourceRecord<'rdv'>
    expect(followingRdv(rdv, me)).toEqual({ IDPROJET: 'p1', IDADRESSE: 'home', IDPERSONNELS: ['colin', 'marc'] })
    expect(followingRdv({ ...rdv, IDPERSONNELS: [] }, me).IDPERSONNELS).toEqual(['me'])
    expect(followingRdv({ ...rdv, IDPERSONNELS: [] }, office).IDPERSONNELS).toEqual([])
  })
})
