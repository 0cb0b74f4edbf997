import { describe, expect, it } from 'vitest'
import {
  canSee,
  forbiddenFields,
  hasRows,
  may,
  mayChangeOf,
  mayRead,
  type Staff,
  scopeOf,
  seesAgencies,
} from './access.ts'
import { ROLE_NAMES, type RoleName } from './entities/personnel.ts'
import { type ResourceName, resources } from './resources.ts'

const staff = (more: Partial<Staff> = {}): Staff => ({
  id: 'me',
  roles: [],
  agences: [],
  toutesAgences: false,
  ...more,
})
const as = (...roles: RoleName[]) => staff({ roles })

/**
 * Who may do what, written a second time: c commercial, d commercial_director, m metreur, t technician, a assistant.
 * A right that is not listed belongs to nobody. Rights on commands: commands.test.ts.
 */
const ACTIONS = ['create', 'update', 'delete'] as const
const RIGHTS: Partial<Record<ResourceName, Partial<Record<(typeof ACTIONS)[number], string>>>> = {
  reference: { create: 'd', update: 'd' },
  rapport: { create: 'd', update: 'd', delete: 'd' },
  article: { create: 'd', update: 'd' },
  personnel: { update: 'd' },
  adresse: { create: 'cdmta', update: 'cdmta', delete: 'da' },
  client: { create: 'cdma', update: 'cdma', delete: 'da' },
  projet: { create: 'cdma', update: 'cdma', delete: 'da' },
  devis: { create: 'cda', update: 'cda', delete: 'cda' },
  rdv: { create: 'cdma', update: 'cdma', delete: 'cdma' },
  intervention: { create: 'dma', update: 'dmta', delete: 'da' },
  soumission: { create: 'cdmta', update: 'cdmta', delete: 'd' },
  fichier: { update: 'cdmta', delete: 'cdmta' },
  conflit: { update: 'cdmta' },
  demande: {},
  paiement: { create: 'cda' },
  objectif: { create: 'd', update: 'd' },
  notification: { update: 'cdmta' },
  filtre: { create: 'cdmta', update: 'cdmta', delete: 'cdmta' },
  absence: { create: 'cdmta', update: 'cdmta', delete: 'cdmta' },
}
const LETTER: Record<RoleName, string> = {
  commercial: 'c',
  commercial_director: 'd',
  metreur: 'm',
  technician: 't',
  assistant: 'a',
}
const everyResource = Object.keys(resources) as ResourceName[]

describe('rights by role, resource and action', () => {
  it.each(everyResource.flatMap((resource) => ACTIONS.map((action) => ({ resource, action }))))(
    '$action on $resource',
    ({ resource, action }) => {
      const allowed = ROLE_NAMES.filter((role) => may(as(role), action, resource))
      expect(allowed.map((role) => LETTER[role]).sort()).toEqual([...(RIGHTS[resource]?.[action] ?? '')].sort())
      expect(may(as(), action, resource)).toBe(false)
      expect(may(as(...ROLE_NAMES), action, resource)).toBe(allowed.length > 0)
    },
  )

  it('[DAY-11 rights] a report is changed by its author and by directors; nobody’s by directors alone; others know no author', () => {
    const changes = (author: string | null) => ROLE_NAMES.filter((role) => mayChangeOf(as(role), 'soumission', author))
    expect(changes('me')).toEqual([...ROLE_NAMES])
    for (const author of ['other', null]) expect(changes(author)).toEqual(['commercial_director'])
    expect(mayChangeOf(as('technician'), 'client', 'other')).toBe(true)
  })

  it('[DAY-04 files] a file is named by its author and by the office; a customer’s by the office alone', () => {
    const name = (author: string | null) => ROLE_NAMES.filter((role) => mayChangeOf(as(role), 'fichier', author))
    expect(name('me')).toEqual([...ROLE_NAMES])
    for (const author of ['other', null]) expect(name(author)).toEqual(['commercial_director', 'assistant'])
  })

  it('resources of administrators cannot even be read; somebody without a role reads nothing', () => {
    for (const role of ROLE_NAMES) {
      const unreadable = everyResource.filter((resource) => !mayRead(as(role), resource))
      expect(unreadable.sort()).toEqual(['entreprise', 'template', 'user'])
    }
    for (const resource of everyResource) expect(mayRead(as(), resource)).toBe(false)
    expect(may(as('commercial_director'), 'update', 'toString' as ResourceName)).toBe(false)
  })

  it('[SET-08 price-list] (readers) whoever makes quotes has the price list, and nobody else; every role has the other company rows', () => {
    const readers = ROLE_NAMES.filter((role) => hasRows(as(role), 'article'))
    expect(readers.map((role) => LETTER[role]).sort()).toEqual([...'acd'])
    expect(ROLE_NAMES.filter((role) => hasRows(as(role), 'reference'))).toEqual(ROLE_NAMES)
    for (const resource of everyResource) expect(hasRows(as(), resource)).toBe(false)
  })

  it('only office roles assign a project to a person or an agency', () => {
    const fields = ['DESCRIPTION', 'IDRESPONSABLEPROJET', 'IDAGENCE']
    for (const role of ROLE_NAMES) {
      const office = role === 'assistant' || role === 'commercial_director'
      expect(forbiddenFields(as(role), 'projet', fields)).toEqual(office ? [] : ['IDRESPONSABLEPROJET', 'IDAGENCE'])
    }
    expect(forbiddenFields(as('commercial'), 'client', ['NOM', 'toString'])).toEqual([])
  })
})

describe('row visibility', () => {
  const row = (agence: string | null, ...personnes: string[]) => ({ agence, personnes })

  it.each(ROLE_NAMES)('%s sees what they are on', (role) => {
    expect(canSee(as(role), row('a1', 'x', 'me'))).toBe(true)
  })

  it.each(['commercial', 'metreur', 'technician'] as const)('%s sees nothing else, whatever their agencies', (role) => {
    const one = staff({ roles: [role], agences: ['a1'], toutesAgences: true })
    for (const agence of ['a1', 'a2', null]) expect(canSee(one, row(agence, 'x'))).toBe(false)
    expect(seesAgencies(one)).toBe(false)
  })

  it.each(['assistant', 'commercial_director'] as const)(
    '%s sees their agencies, or all when the account says so',
    (role) => {
      const one = staff({ roles: ['commercial', role], agences: ['a1', 'a3'] })
      expect(['a1', 'a3', 'a2', null].map((agence) => canSee(one, row(agence, 'x')))).toEqual([true, true, false, true])
      expect(canSee({ ...one, toutesAgences: true }, row('a2', 'x'))).toBe(true)
      expect(canSee({ ...one, agences: [] }, row('a1', 'x'))).toBe(false)
    },
  )
})

describe('scope digest', () => {
  const base = staff({ roles: ['commercial', 'metreur'], agences: ['a1', 'a2'] })

  it('changes with roles, agencies and « all agencies », not with their order', () => {
    expect(scopeOf({ ...base, roles: ['metreur', 'commercial'], agences: ['a2', 'a1'] })).toBe(scopeOf(base))
    const others = [
      { ...base, roles: ['commercial'] as const },
      { ...base, agences: ['a1'] },
      { ...base, agences: ['a1', 'a3'] },
      { ...base, agences: ['a1.a2'] },
      { ...base, agences: ['a1_a2'] },
      { ...base, toutesAgences: true },
      { ...base, roles: [], agences: [] },
    ]
    expect(new Set([base, ...others].map(scopeOf)).size).toBe(others.length + 1)
  })

  it('fits in a checkpoint', () => expect(scopeOf(base)).not.toContain('~'))
})
