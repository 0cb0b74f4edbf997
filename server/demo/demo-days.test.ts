import Value from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { addDays, DEFAULT_ZONE, existsInZone, isDateTime, mondayOf, weekday } from '../../schemas/dates.ts'
import { createSchema, type Entity, isCreatable, recordSchema } from '../../schemas/entity.ts'
import { entityOf, type ResourceName } from '../../schemas/resources.ts'
import { debriefIssues } from '../../schemas/rules/debrief.ts'
import { isPending, isPublicDevis, quoteTotals } from '../../schemas/rules/devis.ts'
import { isToAssignment, listsOf, PROJECT_LIST_NAMES } from '../../schemas/rules/project-lists.ts'
import { computeProjectState } from '../../schemas/rules/project-state.ts'
import { raf } from '../../schemas/rules/raf.ts'
import { createIssues, recordIssues } from '../../schemas/validate.ts'
import { type DemoCompany, makeDemo } from './demo-data.ts'
import { groupBy } from './derived-fields.ts'
import { KNOWN_CUSTOMERS } from './plans.ts'

/** A working day, a month's first Monday, both days when clocks change (Sundays), the year's ends, a leap day, a Saturday. */
const DAYS = [
  '2026-11-18',
  '2027-02-01',
  '2027-03-28',
  '2026-10-25',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2026-11-21',
]

const demos = new Map(DAYS.map((today) => [today, makeDemo({ today })]))
const companyOf = (today: string, key = 'demo'): DemoCompany => {
  const found = demos.get(today)?.companies.find((company) => company.entreprise.key === key)
  if (!found) throw new Error(`no company ${key}`)
  return found
}

type Records = Record<string, unknown>[]
const recordsOf = (company: DemoCompany): [ResourceName, Records][] => [
  ['entreprise', [company.entreprise]],
  ['reference', company.references],
  ['article', company.articles],
  ['role', company.roles],
  ['rapport', company.rapports],
  ['personnel', company.personnels],
  ['adresse', company.adresses],
  ['client', company.clients],
  ['projet', company.projets],
  ['rdv', company.rdvs],
  ['devis', company.devis],
  ['intervention', company.interventions],
  ['soumission', company.soumissions],
  ['demande', company.demandes],
  ['absence', company.absences],
]

const bodyOf = (entity: Entity, record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => name in entity.fields && isCreatable(entity.fields[name] as never)),
  )

const account = (company: DemoCompany, mail: string): string => {
  const id = company.credentials.find(({ MAIL }) => MAIL === mail)?.IDPERSONNEL
  if (id === undefined) throw new Error(`no account ${mail}`)
  return id
}

const FICTION = /^0(6 ?39 ?98|1 ?99 ?00|2 ?61 ?91|3 ?53 ?01|4 ?65 ?71|5 ?36 ?49) ?\d{2} ?\d{2}$/

function doubleBooked(company: DemoCompany): string[] {
  const times = new Map<string, { from: string; to: string; id: string }[]>()
  const add = (person: string, time: { from: string; to: string; id: string }): void => {
    times.set(person, [...(times.get(person) ?? []), time])
  }
  for (const r of company.rdvs) {
    if (r.SUPPRIME === 1) continue
    for (const person of r.IDPERSONNELS) add(person, { from: r.RDV_DEBUT, to: r.RDV_FIN, id: r.IDRDV })
  }
  for (const i of company.interventions) {
    for (const p of i.IDINTERVENTION_PLANNING) add(p.IDPERSONNEL, { from: p.DEBUT, to: p.FIN, id: i.IDINTERVENTION })
  }
  const clashes: string[] = []
  for (const [person, list] of times) {
    list.sort((a, b) => (a.from < b.from ? -1 : 1))
    list.forEach((time, i) => {
      const next = list[i + 1]
      if (next && next.from < time.to) clashes.push(`${person} ${time.id} ${next.id}`)
    })
  }
  return clashes
}

describe('a large demo', () => {
  it('grows: colleagues come with the clients, and nobody is in two places', () => {
    const [company] = makeDemo({ today: '2026-11-18', clients: 2500 }).companies
    expect(company?.clients).toHaveLength(2500)
    expect(company?.personnels.length).toBeGreaterThan(15)
    expect(company?.credentials).toHaveLength(6)
    if (company) expect(doubleBooked(company)).toEqual([])
  })
})

describe.each(DAYS)('the demo on %s', (today) => {
  const company = companyOf(today)
  const both = [company, companyOf(today, 'autre')]

  it('holds whole records that the schemas accept', () => {
    for (const one of both) {
      for (const [resource, records] of recordsOf(one)) {
        const entity = entityOf(resource)
        const schema = recordSchema(entity)
        expect(Object.keys(createSchema(entity))).not.toEqual([])
        for (const record of records) {
          expect([createIssues(entity, bodyOf(entity, record)), recordIssues(entity, record)], resource).toEqual([
            [],
            [],
          ])
          if (!Value.Check(schema, record))
            expect.fail(`${resource}: ${JSON.stringify(Value.Errors(schema, record)[0])}`)
        }
        expect(new Set(records.map((record) => record[entity.key])).size).toBe(records.length)
      }
    }
  })

  it('points only to records of the same company', () => {
    for (const one of both) {
      const ids = new Map(
        recordsOf(one).map(([resource, list]) => [
          resource as string,
          new Set(list.map((r) => r[entityOf(resource).key])),
        ]),
      )
      for (const [resource, records] of recordsOf(one)) {
        for (const [name, field] of Object.entries(entityOf(resource).fields)) {
          if (field.ref === undefined) continue
          const target = ids.get(field.ref.startsWith('liste:') ? 'reference' : field.ref)
          for (const record of records) {
            const values = [record[name]].flat().filter((value) => value !== null)
            expect(
              values.every((value) => target?.has(value)),
              `${resource}.${name}`,
            ).toBe(true)
          }
        }
      }
    }
  })

  it('fills every derived list, for the first salesperson too', () => {
    const me = account(company, 'commercial@example.com')
    const rdvs = groupBy(company.rdvs, ({ IDPROJET }) => IDPROJET)
    const names = (mine: boolean): Set<string> =>
      new Set(
        company.projets
          .filter((p) => !mine || p.IDRESPONSABLEPROJET === me)
          .flatMap((p) => listsOf(p, rdvs.get(p.IDPROJET) ?? [])),
      )
    expect([...names(false)].sort()).toEqual([...PROJECT_LIST_NAMES].sort())
    expect([...names(true)].sort()).toEqual(PROJECT_LIST_NAMES.filter((name) => name !== 'to_assignment').sort())
    expect(company.projets.some((projet) => projet.TYPE_PROJET === 1 && !isToAssignment({ projet, rdvs: [] }))).toBe(
      true,
    )
  })

  it('has quotes in every state with computed amounts, and numbers in order', () => {
    const { devis } = company
    expect(devis.some((d) => isPending(d) && d.DATE_TRANSMISSION === null)).toBe(true)
    expect(devis.some((d) => isPublicDevis(d) && d.DATE_CONSULTATION === null)).toBe(true)
    expect(devis.some((d) => isPublicDevis(d) && d.DATE_CONSULTATION !== null)).toBe(true)
    expect(devis.some((d) => d.DEVIS_SIGNE === 1 && d.REFUSE === 0)).toBe(true)
    expect(devis.some((d) => d.DEVIS_SIGNE === 0 && d.REFUSE === 1)).toBe(true)
    expect(devis.some((d) => d.DEVIS_SIGNE === 1 && d.REFUSE === 1)).toBe(true)
    for (const d of devis) {
      expect({ NET_HT: d.NET_HT, PRIX_TTC: d.PRIX_TTC }).toEqual(
        (({ NET_HT, PRIX_TTC }) => ({ NET_HT, PRIX_TTC }))(quoteTotals(d.LIGNES)),
      )
      expect(d.NET_HT).toBeGreaterThan(0)
      const steps = [d.DATE_CREATION, d.DATE_TRANSMISSION, d.DATE_CONSULTATION, d.DATE_SIGNATURE, d.DATE_REFUSE].filter(
        (s) => s !== null,
      )
      expect(steps).toEqual(steps.toSorted())
      expect(d.NUMERO_DEVIS).toMatch(/^D-\d{4}-\d{5}$/)
    }
    expect(new Set(devis.map((d) => d.NUMERO_DEVIS)).size).toBe(devis.length)
    const rates = new Set(devis.flatMap((d) => d.LIGNES.map((l) => l.TAUX_TVA)))
    expect([...rates].sort()).toEqual([1000, 2000, 550])
  })

  it('gives each project the state that its quotes and works make', () => {
    const states = new Set<number>()
    for (const { IDPROJET, IDETAT_PROJET } of company.projets) {
      const mine = <T extends { IDPROJET: string }>(list: T[]): T[] => list.filter((x) => x.IDPROJET === IDPROJET)
      expect(IDETAT_PROJET).toBe(computeProjectState(mine(company.devis), mine(company.interventions), DEFAULT_ZONE))
      states.add(IDETAT_PROJET)
    }
    expect([...states].sort()).toEqual([1, 2, 4, 5])
  })

  it('debriefs in every category with a motive of it, and leaves something to enter for everyone with appointments', () => {
    expect([...new Set(company.rdvs.map((r) => r.DEBRIEF_CATEGORIE))].sort()).toEqual([0, 1, 2, 3, 4])
    const motives = new Map(company.references.map((r) => [r.id, r]))
    for (const r of company.rdvs) {
      expect(debriefIssues(r, motives.get(r.IDRDV_DEBRIEF ?? ''))).toEqual([])
      if (r.DEBRIEF_CATEGORIE !== 0)
        expect(r.RDV_FIN < today && r.DEBRIEF_LE !== null && r.DEBRIEF_PAR !== null).toBe(true)
    }
    for (const mail of ['commercial@example.com', 'metreur@example.com', 'technicien@example.com']) {
      const input = {
        me: account(company, mail),
        now: `${today} 00:00`,
        mayDebrief: mail !== 'technicien@example.com',
        natures: company.references.filter(({ LISTE }) => LISTE === 'NATURE_RDV'),
        signed: new Set<string>(),
        repaired: new Set<string>(),
      }
      const mine = raf({ ...input, ...company })
      expect(mine.length, mail).toBeGreaterThan(0)
      expect(mine.length, mail).toBeLessThan(15)
    }
  })

  it('fills this week, in working hours, and books nobody twice', () => {
    for (const one of both) {
      expect(doubleBooked(one)).toEqual([])
      for (const { RDV_DEBUT, RDV_FIN } of [...one.rdvs, ...one.interventions]) {
        expect(
          isDateTime(RDV_DEBUT) && existsInZone(RDV_DEBUT, 'Europe/Paris') && existsInZone(RDV_FIN, 'Europe/Paris'),
        ).toBe(true)
        expect(weekday(RDV_DEBUT)).toBeLessThan(7)
        expect(RDV_DEBUT.slice(11) >= '08:30' && RDV_FIN.slice(11) <= '19:00').toBe(true)
      }
    }
    const monday = mondayOf(today)
    const week = [0, 1, 2, 3, 4, 5].map((n) => addDays(monday, n))
    for (const mail of ['commercial@example.com', 'metreur@example.com']) {
      const me = account(company, mail)
      const counts = week.map(
        (day) => company.rdvs.filter((r) => r.IDPERSONNELS.includes(me) && r.RDV_DEBUT.startsWith(day)).length,
      )
      expect(Math.min(...counts.slice(0, 5)), `${mail} ${counts}`).toBeGreaterThanOrEqual(3)
      expect(counts[5], `${mail} ${counts}`).toBeGreaterThanOrEqual(1)
    }
    const me = account(company, 'technicien@example.com')
    const days = new Set(
      company.interventions
        .flatMap((i) => i.IDINTERVENTION_PLANNING)
        .filter((p) => p.IDPERSONNEL === me)
        .map((p) => p.DEBUT.slice(0, 10)),
    )
    expect(week.slice(0, 5).filter((day) => days.has(day))).toEqual(week.slice(0, 5))
  })

  it('dates nothing that has happened after yesterday', () => {
    for (const [resource, records] of recordsOf(company)) {
      const instants = Object.entries(entityOf(resource).fields).filter(([, field]) => field.kind === 'instant')
      for (const record of records) {
        for (const [name] of instants) {
          const value = record[name]
          if (typeof value === 'string') expect(value < today, `${resource}.${name} ${value}`).toBe(true)
        }
      }
    }
    expect(company.rdvs.some((r) => r.RDV_DEBUT.slice(0, 10) > today)).toBe(true)
    expect(company.rdvs.some((r) => r.SUPPRIME === 1)).toBe(true)
    expect(company.rdvs.some((r) => r.IDNATURE_RDV === null)).toBe(true)
  })

  it('uses only phones reserved for fiction and mails of example.com', () => {
    for (const one of both) {
      for (const [resource, records] of recordsOf(one)) {
        for (const [name, field] of Object.entries(entityOf(resource).fields)) {
          for (const record of records) {
            const value = record[name]
            if (typeof value !== 'string') continue
            if (field.kind === 'phone') expect(value, resource).toMatch(FICTION)
            if (field.kind === 'email') expect(value, resource).toMatch(/^[a-z0-9.]+@(autre\.)?example\.com$/)
          }
        }
      }
    }
  })

  it('knows nine customers by their phone, each with quotes pending, signed and refused, an order and appointments', () => {
    for (const phone of KNOWN_CUSTOMERS) {
      const found = company.clients.filter(({ PORTABLE }) => PORTABLE === phone)
      expect(found).toHaveLength(1)
      const projets = company.projets.filter((p) => p.IDCLIENT === found[0]?.IDCLIENT)
      const quotes = company.devis.filter((d) => d.IDCLIENT === found[0]?.IDCLIENT)
      const ids = new Set<string | null>(projets.map((p) => p.IDPROJET))
      expect(quotes.some(isPublicDevis)).toBe(true)
      expect(quotes.some((d) => d.DEVIS_SIGNE === 1 && d.REFUSE === 0)).toBe(true)
      expect(quotes.some((d) => d.REFUSE === 1)).toBe(true)
      const rdvs = company.rdvs.filter((r) => ids.has(r.IDPROJET))
      expect(rdvs.some((r) => r.RDV_DEBUT < today)).toBe(true)
      expect(rdvs.some((r) => r.RDV_DEBUT >= today)).toBe(true)
      expect(company.interventions.some((i) => ids.has(i.IDPROJET) && i.RDV_DEBUT > today)).toBe(true)
    }
  })
})
