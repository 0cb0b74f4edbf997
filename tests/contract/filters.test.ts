import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { PROJECT_LIST_NAMES, PROJECT_LISTS } from '../../schemas/rules/project-lists.ts'
import { normalise, phoneDigits } from '../../schemas/search.ts'
import { clientPage } from '../../server/repositories/clients.ts'
import { PROJECT_LIST_SQL } from '../../server/repositories/project-lists.ts'
import { type Caller, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'

const found = async (caller: Caller, path: string, key: string): Promise<unknown[]> => {
  const { status, list, body } = await caller.get(path)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return list.map((row) => row[key])
}

describeContract('filters of the lists', (server) => {
  it('clients by name, first name, town and phone, without accents or case', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const helene = await newClient(camille, {
      NOM: 'Éloïse-Marie',
      PRENOM: 'Hélène',
      VILLE: 'Saint-Étienne',
      PORTABLE: '+33 6 39 98 00 21',
    })
    await newClient(camille, { NOM: 'Martin', PRENOM: 'Paul', VILLE: 'Lyon', PORTABLE: '0639980022' })
    const of = (query: string) => found(camille, `/clients?${query}`, 'IDCLIENT')
    for (const query of [
      'NOM=eloise',
      'NOM=%C3%89LO%C3%8F',
      'PRENOM=helene',
      'VILLE=saint%20et',
      'PORTABLE=06%2039%2098%2000%2021',
    ]) {
      expect([query, await of(query)]).toEqual([query, [helene.IDCLIENT]])
    }
    expect(await of('NOM=eloise&VILLE=lyon')).toEqual([])
    expect(await of('NOM=')).toHaveLength(2)
    expect(await of('limit=1&offset=1')).toHaveLength(1)
  })

  it('[DAY-12 search] (names) an administrator finds clients by each word of their name', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    await newClient(camille, { NOM: 'Da Silva', PRENOM: 'Maria' })
    await newClient(camille, { NOM: 'Silvain', PRENOM: 'Paul' })
    const names = (q: string) =>
      server().db.inTenant(company.id, async (tx) => {
        const { data } = await clientPage(tx, { q })
        return (data as Values[]).map(({ NOM }) => NOM)
      })
    expect(await names('silva')).toEqual(['Da Silva', 'Silvain'])
    expect(await names('silva maria')).toEqual(['Da Silva'])
    expect(await names('ilva')).toEqual([])
  })

  it('appointments by period, people, words, nature, project and address', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const projet = await newProjet(camille)
    const one = await newRdv(camille, {
      RDV_OBJET: 'Prise de côtes',
      OBSERVATIONS: 'Sonner deux fois',
      RDV_DEBUT: '2026-11-23 09:00',
      RDV_FIN: '2026-11-23 10:00',
      IDPROJET: projet.IDPROJET,
      IDNATURE_RDV: 'nature-metre',
      IDPERSONNELS: ['camille', 'marc'],
    })
    const two = await newRdv(camille, {
      RDV_DEBUT: '2026-11-24 09:00',
      RDV_FIN: '2026-11-24 10:00',
      IDPERSONNELS: ['colin', 'camille'],
    })
    const of = (query: string) => found(camille, `/rdvs?${query}`, 'IDRDV')
    expect(await of('')).toEqual([one.IDRDV, two.IDRDV])
    expect(await of('RDV_DEBUT=2026-11-24')).toEqual([two.IDRDV])
    expect(await of('RDV_DEBUT=2026-11-23&RDV_FIN=2026-11-23')).toEqual([one.IDRDV])
    expect(await of('RDV_DEBUT=2026-11-23%2009:30&RDV_FIN=2026-11-24%2009:00')).toEqual([one.IDRDV])
    expect(await of('idsPersonnel[]=marc&idsPersonnel[]=theo')).toEqual([one.IDRDV])
    expect(await of('idsPersonnel[]=marc&idsPersonnel[]=colin')).toEqual([one.IDRDV, two.IDRDV])
    expect(await of('idsPersonnel=colin')).toEqual([two.IDRDV])
    expect(await of('RDV_OBJET=COTES')).toEqual([one.IDRDV])
    expect(await of('OBSERVATIONS=deux')).toEqual([one.IDRDV])
    expect(await of('IDNATURE_RDV=nature-metre')).toEqual([one.IDRDV])
    expect(await of(`IDPROJET=${String(projet.IDPROJET)}`)).toEqual([one.IDRDV])
    expect(await of('IDADRESSE=nowhere')).toEqual([])
  })

  it('appointments until the last day, and one that ends at midnight', async () => {
    const camille = (await server().company()).as('camille')
    const night = await newRdv(camille, { RDV_DEBUT: '2026-11-23 20:00', RDV_FIN: '2026-11-24 00:00' })
    const of = (query: string) => found(camille, `/rdvs?${query}`, 'IDRDV')
    expect(await of('RDV_DEBUT=2026-11-01&RDV_FIN=9999-12-31')).toEqual([night.IDRDV])
    expect(await of('RDV_DEBUT=2026-11-23&RDV_FIN=2026-11-23')).toEqual([night.IDRDV])
    expect(await of('RDV_DEBUT=2026-11-24&RDV_FIN=2026-11-24')).toEqual([])
  })

  it('interventions by period, both days included', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const day = (at: string) => ({ RDV_DEBUT: `${at} 08:00`, RDV_FIN: `${at} 17:00` })
    const monday = await newIntervention(company.as('alice'), projet, day('2026-11-23'))
    const tuesday = await newIntervention(company.as('alice'), projet, day('2026-11-24'))
    const of = (query: string) => found(company.as('alice'), `/interventions?${query}`, 'IDINTERVENTION')
    expect(await of('DATE_DEBUT=2026-11-23&DATE_FIN=2026-11-24')).toEqual([
      monday.IDINTERVENTION,
      tuesday.IDINTERVENTION,
    ])
    expect(await of('DATE_DEBUT=2026-11-24')).toEqual([tuesday.IDINTERVENTION])
    expect(await of('DATE_FIN=2026-11-23')).toEqual([monday.IDINTERVENTION])
  })

  it('quotes by state and by day of creation, mine unless ALL is asked', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const mine = await newProjet(camille)
    const invited = await newProjet(company.as('colin'))
    await newRdv(company.as('colin'), { IDPROJET: invited.IDPROJET, IDPERSONNELS: ['camille'] })
    const one = await newDevis(camille, mine)
    const two = await newDevis(company.as('colin'), invited)
    const of = async (query: string) => (await found(camille, `/devis?${query}`, 'IDDEVIS')).sort()
    expect(await of('')).toEqual([one.IDDEVIS])
    expect(await of('ALL=true')).toEqual([one.IDDEVIS, two.IDDEVIS].sort())
    const set = (column: string, value: unknown) =>
      server().db.inTenant(company.id, (tx) =>
        sql`update devis set ${sql.ref(column)} = ${value}, seq = take_seq(1) where "IDDEVIS" = ${one.IDDEVIS}`.execute(
          tx,
        ),
      )
    expect(await of('TYPE=attente')).toEqual([one.IDDEVIS])
    expect(await of('TYPE=transmis')).toEqual([])
    // 23:30 on the 30th in Paris is the 30th, though UTC says the same day and summer time another hour.
    await set('DATE_CREATION', '2026-06-30T22:30:00.000Z')
    expect(await of('DATE_DEBUT=2026-07-01&DATE_FIN=2026-07-01')).toEqual([one.IDDEVIS])
    expect(await of('DATE_FIN=2026-06-30')).toEqual([])
    await set('DATE_TRANSMISSION', '2026-07-02T10:00:00.000Z')
    expect(await of('TYPE=transmis')).toEqual([one.IDDEVIS])
    await set('DEVIS_SIGNE', 1)
    expect([await of('TYPE=signe'), await of('TYPE=attente')]).toEqual([[one.IDDEVIS], []])
    await set('REFUSE', 1)
    expect(await of('TYPE=refuse')).toEqual([one.IDDEVIS])
  })

  it('[ENT-08] projects by each derived list, as its rule says, for any project', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const rdv = await newRdv(company.as('camille'), { IDPROJET: projet.IDPROJET })
    const text = fc.constantFrom(null, '', '2026-11-21')
    const listed = fc.record({
      IDETAT_PROJET: fc.constantFrom(1, 2, 3, 4, 5),
      TYPE_PROJET: fc.constantFrom(0, 1),
      IDRESPONSABLEPROJET: fc.constantFrom(null, 'camille'),
      RELANCE_INTERMEDIAIRE: text,
      DATE_SANS_SUITE: text,
      REFUSE: fc.constantFrom(0 as const, 1 as const),
    })
    await fc.assert(
      fc.asyncProperty(listed, fc.constantFrom(0 as const, 1 as const), async (values, SUPPRIME) => {
        const expected = PROJECT_LIST_NAMES.filter((name) =>
          PROJECT_LISTS[name].holds({ projet: values, rdvs: [{ SUPPRIME }] }),
        )
        const actual = await server().db.inTenant(company.id, async (tx) => {
          const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
          await sql`update projet set ${sql.join(sets)}, seq = take_seq(1)`.execute(tx)
          await sql`update rdv set "SUPPRIME" = ${SUPPRIME}, seq = take_seq(1) where "IDRDV" = ${rdv.IDRDV}`.execute(tx)
          const holds = PROJECT_LIST_NAMES.map((name) => sql`(${PROJECT_LIST_SQL[name]}) as ${sql.ref(name)}`)
          const { rows } = await sql<Values>`select ${sql.join(holds)} from projet`.execute(tx)
          return PROJECT_LIST_NAMES.filter((name) => rows[0]?.[name] === true)
        })
        expect(actual).toEqual(expected)
      }),
      { numRuns: 120 },
    )
  })

  it('[ENT-08] the index accepts the name of a derived list', async () => {
    const company = await server().company()
    const alice = company.as('alice')
    const orphan = await newProjet(alice)
    const mine = await newProjet(company.as('camille'))
    expect(await found(alice, '/projets?TYPE=to_assignment', 'IDPROJET')).toEqual([orphan.IDPROJET])
    expect(await found(alice, '/projets?TYPE=to_contact', 'IDPROJET')).toEqual([mine.IDPROJET])
    expect(await found(alice, '/projets?DATE_DEBUT=2000-01-01&DATE_FIN=2000-01-02', 'IDPROJET')).toEqual([])
  })

  it('searches by the same keys as devices', async () => {
    const company = await server().company()
    const words = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Œuvre É', 'ÆON-ñ', '  St  Jean ', "L'Haÿ"))
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789 +.-'), maxLength: 16 })
    const prefix = fc.constantFrom('+33 ', '+33 0', '0033', '+262', '00262 0', '590', '594', '+596 ', '+34')
    const national = fc.string({ unit: fc.constantFrom(...'123456789'), minLength: 8, maxLength: 10 })
    const phone = fc.oneof(
      digits,
      fc.tuple(prefix, national).map((parts) => parts.join('')),
    )
    const clean = words.filter((text) => !text.includes('\u0000') && Buffer.from(text).toString() === text)
    await fc.assert(
      fc.asyncProperty(clean, phone, async (text, digits) => {
        const { rows } = await server().db.inTenant(company.id, (tx) =>
          sql<Values>`select search_key(${text}) as words, phone_key(${digits}) as phone`.execute(tx),
        )
        expect(rows[0]).toEqual({ words: normalise(text), phone: phoneDigits(digits) })
      }),
      { numRuns: 200 },
    )
  })
})
