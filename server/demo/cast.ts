import type { RoleName } from '../../schemas/entities/personnel.ts'
import type { ReferenceList } from '../../schemas/entities/reference.ts'
import { motivesOf } from '../../schemas/rules/debrief.ts'
import type { Region } from './lists/communes.ts'
import type { Personnel, Rapport, Reference } from './record.ts'

export interface Agence {
  id: string
  region: Region
}

/** A company's people and lists, as the generator needs them: just made, or read from a database. */
export interface Cast {
  company: string
  zone: string
  agences: readonly Agence[]
  staff: readonly Personnel[]
  rapports: readonly Rapport[]
  /** Ids of a list, in its order. */
  list(name: ReferenceList): readonly Reference[]
  /** Id of the list's entry with this CODE; null when the company has none. */
  coded(name: ReferenceList, code: string): string | null
  /** Ids of the debrief motives of a category. */
  motives(category: number): readonly string[]
  /** Who has this role and works for this agency, the agency's own people first. */
  team(role: RoleName, agence: string): readonly Personnel[]
}

/** Départements around Lyon; anything else is Nantes's. */
const AROUND_LYON = ['01', '38', '42', '69', '71']

const regionOf = (postcode: string | null): Region =>
  AROUND_LYON.includes((postcode ?? '').slice(0, 2)) ? 'lyon' : 'nantes'

export interface CastInput {
  company: string
  zone: string
  references: readonly Reference[]
  staff: readonly Personnel[]
  rapports: readonly Rapport[]
}

export function makeCast({ company, zone, references, staff, rapports }: CastInput): Cast {
  const lists = new Map<string, Reference[]>()
  for (const reference of [...references].sort((a, b) => a.ORDRE - b.ORDRE)) {
    lists.set(reference.LISTE, [...(lists.get(reference.LISTE) ?? []), reference])
  }
  const list = (name: ReferenceList): readonly Reference[] => lists.get(name) ?? []
  const motives = [0, 1, 2, 3, 4].map((category) => motivesOf(category, list('RDV_DEBRIEF')).map(({ id }) => id))
  const teams = new Map<string, readonly Personnel[]>()
  return {
    company,
    zone,
    agences: list('AGENCES').map(({ id, CODE_POSTAL }) => ({ id, region: regionOf(CODE_POSTAL) })),
    staff,
    rapports,
    list,
    coded: (name, code) => list(name).find(({ CODE }) => CODE === code)?.id ?? null,
    motives: (category) => motives[category] ?? [],
    team(role, agence) {
      const key = `${role} ${agence}`
      let team = teams.get(key)
      if (!team) {
        const able = staff.filter(
          (p) => p.ROLES.includes(role) && (p.AGENCES.includes(agence) || p.TOUTES_AGENCES === 1),
        )
        team = [...able.filter((p) => p.TOUTES_AGENCES !== 1), ...able.filter((p) => p.TOUTES_AGENCES === 1)]
        teams.set(key, team)
      }
      return team
    },
  }
}
