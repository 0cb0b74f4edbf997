import { describe, expect, it } from 'vitest'
import { type DemoCompany, makeDemo } from './demo-data.ts'
import { COMMUNES } from './lists/communes.ts'

const today = '2026-11-18'
const demo = makeDemo({ today })
const companyOf = (key: string): DemoCompany => {
  const found = demo.companies.find((company) => company.entreprise.key === key)
  if (!found) throw new Error(`no company ${key}`)
  return found
}

describe('makeDemo', () => {
  it('gives the same records for the same options, and others for another seed', () => {
    expect(makeDemo({ today })).toEqual(demo)
    expect(makeDemo({ today, seed: 'x' }).companies[0]?.clients[20]).not.toEqual(companyOf('demo').clients[20])
  })

  it('keeps the ids of people and lists whatever the day and the size are', () => {
    const [small] = makeDemo({ today: '2031-05-05', clients: 3 }).companies
    const ids = (company?: DemoCompany): unknown =>
      company && [
        company.entreprise.id,
        company.personnels.map((p) => p.IDPERSONNEL),
        company.references.map((r) => r.id),
      ]
    expect(ids(small)).toEqual(ids(companyOf('demo')))
    expect(small?.clients).toHaveLength(3)
  })

  it('has the accounts of the README, with the roles that it names', () => {
    const roles = (key: string): Record<string, string[]> => {
      const company = companyOf(key)
      return Object.fromEntries(
        company.credentials.map(({ MAIL, IDPERSONNEL, password }) => {
          expect(password).toBe('demonstration')
          return [MAIL, company.personnels.find((p) => p.IDPERSONNEL === IDPERSONNEL)?.ROLES ?? []]
        }),
      )
    }
    expect(roles('demo')).toEqual({
      'directeur@example.com': ['commercial_director', 'commercial'],
      'commercial@example.com': ['commercial'],
      'commercial2@example.com': ['commercial'],
      'metreur@example.com': ['metreur'],
      'technicien@example.com': ['technician'],
      'assistante@example.com': ['assistant'],
    })
    expect(roles('autre')).toEqual({
      'directeur@autre.example.com': ['commercial_director', 'commercial'],
      'commercial@autre.example.com': ['commercial'],
    })
    expect(demo.admins.map(({ record }) => record.email)).toEqual(['admin@example.com'])
  })

  it('draws communes of both regions by population', () => {
    expect(COMMUNES.nantes.length + COMMUNES.lyon.length).toBeGreaterThan(190)
    for (const commune of [...COMMUNES.nantes, ...COMMUNES.lyon]) {
      expect(commune.postcode).toMatch(/^\d{5}$/)
      expect(commune.latitude > 45 && commune.latitude < 48 && commune.longitude > -3 && commune.longitude < 6).toBe(
        true,
      )
      expect(commune.population).toBeGreaterThan(500)
    }
  })
})
