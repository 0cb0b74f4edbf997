import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { isInstant } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { type Answer, type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'

const conflictsOf = async (caller: Caller, id: unknown): Promise<Values[]> =>
  (await caller.get('/conflits')).list.filter((row) => row.IDENREGISTREMENT === id)

/** Two edits of one record made from the same VERSION, arriving in both orders. */
const ORDERS = [['first', 'second'] as const, ['second', 'first'] as const]

describeContract('two people edit one record', (server) => {
  it('[SYN-04] [MERGE-1] keeps both edits of different fields', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'), { OBSERVATIONS: 'a' })
    const at = `/clients/${String(IDCLIENT)}`
    await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: 'a' }, seen: 1 })
    const second = await company.as('colin').put(at, { PRENOM: 'Zoé' }, { base: { PRENOM: null }, seen: 1 })
    expect(second.data).toMatchObject({ OBSERVATIONS: 'b', PRENOM: 'Zoé', VERSION: 3 })
    expect(second.body).not.toHaveProperty('conflits')
    expect(await conflictsOf(company.as('camille'), IDCLIENT)).toEqual([])
  })

  it.each(ORDERS)(
    '[SYN-04] [MERGE-2] gives one field to the greater stamp and keeps the other (%s before %s)',
    async (one, two) => {
      const company = await server().company()
      const { IDCLIENT } = await newClient(company.as('camille'), { OBSERVATIONS: 'a' })
      const at = `/clients/${String(IDCLIENT)}`
      const edits: Record<string, () => Promise<Answer>> = {
        first: () =>
          company
            .as('camille')
            .put(at, { OBSERVATIONS: 'Camille' }, { base: { OBSERVATIONS: 'a' }, seen: 1, counter: 2 }),
        second: () =>
          company.as('colin').put(at, { OBSERVATIONS: 'Colin' }, { base: { OBSERVATIONS: 'a' }, seen: 1, counter: 3 }),
      }
      await edits[one]?.()
      const last = await edits[two]?.()
      expect(last?.data.OBSERVATIONS).toBe('Colin')
      const [conflict, ...more] = await conflictsOf(company.as('diane'), IDCLIENT)
      expect(more).toEqual([])
      expect(conflict).toMatchObject({
        RESSOURCE: 'client',
        PERDU: { OBSERVATIONS: 'Camille' },
        GARDE: { OBSERVATIONS: 'Colin' },
        PERDU_PAR: 'camille',
        GARDE_PAR: 'colin',
        RAISON: 'concurrent',
        RESOLU: 0,
      })
      expect(await conflictsOf(company.as('camille'), IDCLIENT)).toHaveLength(1)
      // The device whose edit lost learns it from the answer.
      expect(last?.body.conflits !== undefined).toBe(two === 'first')
    },
  )

  it.each([
    { field: 'RELANCE_INTERMEDIAIRE', mine: '2026-12-15', theirs: '2026-12-01' },
    { field: 'DATE_SANS_SUITE', mine: '2026-12-16', theirs: '2026-12-02' },
  ])('[MERGE-2] [I9] a day that loses is kept ($field)', async ({ field, mine, theirs }) => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const at = `/projets/${String(projet.IDPROJET)}`
    const base = { [field]: null }
    await company.as('diane').put(at, { [field]: theirs }, { base, seen: 1, counter: 3 })
    const late = await company.as('camille').put(at, { [field]: mine }, { base, seen: 1, counter: 2 })
    expect(late.data[field]).toBe(theirs)
    expect(await conflictsOf(company.as('diane'), projet.IDPROJET)).toMatchObject([
      { PERDU: { [field]: mine }, GARDE: { [field]: theirs } },
    ])
  })

  it('[MERGE-2] an edit that saw the other one succeeds it, with a counter or without', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'), { OBSERVATIONS: 'a' })
    const at = `/clients/${String(IDCLIENT)}`
    await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: 'a' }, seen: 1, counter: 50 })
    const next = await company.as('colin').put(at, { OBSERVATIONS: 'c' }, { base: { OBSERVATIONS: 'b' }, seen: 50 })
    expect(next.data).toMatchObject({ OBSERVATIONS: 'c', VERSION: 51 })
    expect(await conflictsOf(company.as('camille'), IDCLIENT)).toEqual([])
  })

  it('[MERGE-3] an edit that is invalid only together with the other one loses completely', async () => {
    const company = await server().company()
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille', 'marc'] })
    const at = `/rdvs/${String(rdv.IDRDV)}`
    await company.as('marc').put(at, { RDV_FIN: '2026-11-23 09:30' }, { base: { RDV_FIN: rdv.RDV_FIN }, seen: 1 })
    const broken = await company.as('camille').put(
      at,
      { RDV_DEBUT: '2026-11-23 09:45', RDV_OBJET: 'Décalé' },
      {
        base: { RDV_DEBUT: rdv.RDV_DEBUT, RDV_OBJET: rdv.RDV_OBJET },
        counter: 5,
        seen: 1,
      },
    )
    expect(broken.data).toMatchObject({
      RDV_DEBUT: '2026-11-23 09:00',
      RDV_FIN: '2026-11-23 09:30',
      RDV_OBJET: 'Décalé',
    })
    expect(await conflictsOf(company.as('camille'), rdv.IDRDV)).toMatchObject([
      { RAISON: 'incoherent', PERDU: { RDV_DEBUT: '2026-11-23 09:45' }, PERDU_PAR: 'camille' },
    ])
  })

  it('[MERGE-3] a move to a day to come loses against a debrief that its author had not seen; one within the past does not', async () => {
    const company = await server().company()
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille', 'marc'] })
    const at = `/rdvs/${String(rdv.IDRDV)}`
    const { RDV_DEBUT, RDV_FIN } = rdv
    const base = { RDV_DEBUT, RDV_FIN }
    const debrief = await company.as('camille').put(`/rdvs/debrief/${String(rdv.IDRDV)}`, { DEBRIEF_CATEGORIE: 1 })
    expect(debrief.data).toMatchObject({ DEBRIEF_CATEGORIE: 1, VERSION: 2 })
    const later = { RDV_DEBUT: '2099-03-02 09:00', RDV_FIN: '2099-03-02 10:00' }
    const moved = await company
      .as('marc')
      .put(at, { ...later, RDV_OBJET: 'Reporté' }, { base: { ...base, RDV_OBJET: rdv.RDV_OBJET }, seen: 1, counter: 9 })
    expect(moved.data).toMatchObject({ RDV_DEBUT, RDV_FIN, RDV_OBJET: 'Reporté', DEBRIEF_CATEGORIE: 1 })
    const kept = [{ RAISON: 'incoherent', PERDU: later, GARDE: base, PERDU_PAR: 'marc' }]
    expect(await conflictsOf(company.as('marc'), rdv.IDRDV)).toMatchObject(kept)
    const earlier = { RDV_DEBUT: '2020-03-02 09:00', RDV_FIN: '2020-03-02 10:00' }
    const corrected = await company.as('marc').put(at, earlier, { base, seen: 1, counter: 10 })
    expect(corrected.data).toMatchObject({ ...earlier, DEBRIEF_CATEGORIE: 1 })
    expect(await conflictsOf(company.as('marc'), rdv.IDRDV)).toHaveLength(1)
  })

  it('[OUT-10] [MERGE-5] accepts an edit of a set that names only the changed items', async () => {
    const company = await server().company()
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille', 'marc'] })
    const at = `/rdvs/${String(rdv.IDRDV)}`
    const others = { base: { IDPERSONNELS: [] }, seen: 1, counter: 2 }
    await company.as('camille').put(at, { IDPERSONNELS: ['colin'] }, others)
    const added = await company.as('camille').put(at, { IDPERSONNELS: ['theo'] }, { ...others, counter: 3 })
    expect(added.data.IDPERSONNELS).toEqual(['camille', 'colin', 'marc', 'theo'])
    const removal = { base: { IDPERSONNELS: ['marc', 'colin'] }, seen: 1, counter: 4 }
    const taken = await company.as('camille').put(at, { IDPERSONNELS: [] }, removal)
    expect(taken.data.IDPERSONNELS).toEqual(['camille', 'theo'])
    expect(await conflictsOf(company.as('camille'), rdv.IDRDV)).toEqual([])
  })

  it('[MERGE-5] merges lists of people three ways: removal beats untouched presence', async () => {
    const company = await server().company()
    const base = { IDPERSONNELS: ['camille', 'marc', 'colin'] }
    const rdv = await newRdv(company.as('camille'), base)
    const at = `/rdvs/${String(rdv.IDRDV)}`
    await company.as('camille').put(at, { IDPERSONNELS: ['camille', 'marc'] }, { base, seen: 1 })
    const merged = await company
      .as('marc')
      .put(at, { IDPERSONNELS: ['camille', 'marc', 'colin', 'theo'] }, { base, seen: 1 })
    expect(merged.data.IDPERSONNELS).toEqual(['camille', 'marc', 'theo'])
  })

  it('[MERGE-5] keeps the notes of both authors', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const { IDINTERVENTION } = await newIntervention(company.as('alice'), projet)
    const at = `/interventions/${String(IDINTERVENTION)}`
    const note = (id: string, who: string) => ({
      id,
      TEXTE: `Note de ${who}`,
      LE: '2026-11-21T08:00:00.000Z',
      IDPERSONNEL: who,
    })
    await company.as('alice').put(at, { NOTES: [note('n1', 'alice')] }, { base: { NOTES: [] }, seen: 1 })
    const both = await company.as('diane').put(at, { NOTES: [note('n2', 'diane')] }, { base: { NOTES: [] }, seen: 1 })
    expect((both.data.NOTES as Values[]).map((one) => one.id)).toEqual(['n1', 'n2'])
  })

  it('[MERGE-5] [SEC] a note of works is its author’s; anybody who writes there lifts a reserve, or takes it away before the PV', async () => {
    const company = await server().company()
    const [alice, diane] = [company.as('alice'), company.as('diane')]
    const projet = await newProjet(company.as('camille'))
    const { IDINTERVENTION } = await newIntervention(alice, projet)
    const at = `/interventions/${String(IDINTERVENTION)}`
    const LE = '2026-11-21T08:00:00.000Z'
    const note = (id: string, more: Values = {}) => ({ id, TEXTE: `Note ${id}`, LE, IDPERSONNEL: 'diane', ...more })
    const stored = async () => (await alice.get(at)).data as Values & { NOTES: Values[] }
    const edit = async (caller: Caller, NOTES: Values[], base: Values[] | null = null) => {
      const { VERSION } = await stored()
      const options = base === null ? {} : { base: { NOTES: base }, counter: Number(VERSION) + 1 }
      expect((await caller.put(at, { NOTES }, options)).status).toBe(200)
      return (await stored()).NOTES
    }
    const written = [
      note('debut', { GENRE: 'debut' }),
      note('n'),
      note('r', { GENRE: 'reserve' }),
      note('s', { GENRE: 'reserve' }),
    ]
    const known = await edit(alice, written, [])
    expect(known.map(({ IDPERSONNEL }) => IDPERSONNEL)).toEqual(['alice', 'alice', 'alice', 'alice'])
    const [debut, n, r, s] = known as [Values, Values, Values, Values]
    const other = { TEXTE: 'Autre', LE: '2026-11-21T09:00:00.000Z', IDPERSONNEL: 'diane' }
    for (const base of [known, null]) {
      expect(
        await edit(
          diane,
          known.map((one) => ({ ...one, ...other })),
          base,
        ),
      ).toEqual(known)
      expect(await edit(diane, [{ ...debut, GENRE: 'fin' }, { ...n, GENRE: 'reserve' }, r, s], base)).toEqual(known)
      expect(await edit(diane, [r, s], base)).toEqual(known)
    }
    // Its author corrects the words, and nothing else.
    const mine = { ...n, TEXTE: 'Corrigé' }
    expect(await edit(alice, [debut, { ...mine, LE: other.LE, IDPERSONNEL: 'diane' }, r, s], known)).toEqual([
      debut,
      mine,
      r,
      s,
    ])
    const lifted = { ...r, LEVEE: 'pv' }
    expect(await edit(diane, [debut, n, { ...lifted, TEXTE: 'Autre' }, s], [debut, n, r, s])).toEqual([
      debut,
      mine,
      lifted,
      s,
    ])
    // Nobody takes the lifting back, not even a device that did not know it.
    expect(await edit(alice, [r], [lifted])).toEqual([debut, mine, lifted, s])
    expect(await edit(alice, [{ ...r, TEXTE: 'Joint' }], [r])).toEqual([debut, mine, { ...lifted, TEXTE: 'Joint' }, s])
    expect(await edit(diane, [], [s])).toEqual([debut, mine, { ...lifted, TEXTE: 'Joint' }])
    expect(await edit(alice, [debut], [debut, mine])).toEqual([debut, { ...lifted, TEXTE: 'Joint' }])
    expect((await alice.get('/conflits')).list).toEqual([])
  })

  it('[MERGE-5] [SEC] a note whose time no calendar has gets the server’s, and one that was stored stops no later note', async () => {
    const company = await server().company()
    const alice = company.as('alice')
    const projet = await newProjet(company.as('camille'))
    const { IDINTERVENTION } = await newIntervention(alice, projet)
    const at = `/interventions/${String(IDINTERVENTION)}`
    const note = (id: string, LE: string) => ({ id, TEXTE: `Note ${id}`, LE, IDPERSONNEL: 'alice' })
    const wrong = note('n1', '0000-05-05T00:00:00.000Z')
    const first = await alice.put(at, { NOTES: [wrong] }, { base: { NOTES: [] }, seen: 1 })
    expect([first.status, isInstant((first.data.NOTES as { LE: string }[])[0]?.LE ?? '')]).toEqual([200, true])
    await server().db.inTenant(company.id, (tx) =>
      sql`update intervention set "NOTES" = ${JSON.stringify([wrong])}, seq = take_seq(1)
        where "IDINTERVENTION" = ${IDINTERVENTION}`.execute(tx),
    )
    // Older apps send the whole list.
    const said = '2026-11-21T08:00:00.000Z'
    const next = await alice.put(at, { NOTES: [wrong, note('n2', said)] }, { base: { NOTES: [wrong] }, seen: 2 })
    expect([next.status, (next.data.NOTES as Values[]).map((one) => one.LE)]).toEqual([200, [wrong.LE, said]])
  })

  it('replaces without a base under a current VERSION, and refuses a stale one with the record as it is', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'), { OBSERVATIONS: 'a' })
    const at = `/clients/${String(IDCLIENT)}`
    expect((await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { seen: 1 })).data).toMatchObject({ VERSION: 2 })
    const stale = await company.as('colin').put(at, { OBSERVATIONS: 'c' }, { seen: 1 })
    expect([stale.status, stale.code]).toEqual([409, 'CONFLICT'])
    expect(stale.body.details).toMatchObject({ record: { IDCLIENT, OBSERVATIONS: 'b', VERSION: 2 } })
    expect((await company.as('colin').put(at, { OBSERVATIONS: 'c' })).data).toMatchObject({ OBSERVATIONS: 'c' })
  })

  it('wants base values for exactly the fields of the patch', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    const at = `/clients/${String(IDCLIENT)}`
    for (const base of [{}, { PRENOM: null }, { OBSERVATIONS: null, PRENOM: null }]) {
      const refused = await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { base, seen: 1 })
      expect([refused.status, Object.keys(refused.body.errors as Values)]).toEqual([422, ['_base']])
    }
  })

  it('lets a person resolve a conflict and change nothing else of it', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'), { OBSERVATIONS: 'a' })
    const at = `/clients/${String(IDCLIENT)}`
    const base = { OBSERVATIONS: 'a' }
    await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { base, seen: 1, counter: 2 })
    await company.as('colin').put(at, { OBSERVATIONS: 'c' }, { base, seen: 1, counter: 3 })
    const [conflict] = await conflictsOf(company.as('camille'), IDCLIENT)
    const path = `/conflits/${String(conflict?.id)}`
    expect((await company.as('camille').put(path, { PERDU: {} })).status).toBe(422)
    expect((await company.as('camille').put(path, { RESOLU: 1 })).data).toMatchObject({ RESOLU: 1 })
    expect((await company.as('camille').del(path)).status).toBe(403)
  })
})

const supprime = async (company: ContractCompany, id: unknown): Promise<Values[]> =>
  (await conflictsOf(company.as('diane'), id)).filter((row) => row.RAISON === 'supprime')

describeContract('an edit meets a deletion', (server) => {
  it('[MERGE-4] a deletion that did not know a newer edit loses, and its author is told', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    const at = `/clients/${String(IDCLIENT)}`
    await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: null }, seen: 1, counter: 2 })
    const lost = await company.as('alice').del(at, { seen: 1, counter: 2 })
    expect([lost.status, lost.data.OBSERVATIONS]).toEqual([200, 'b'])
    expect(await supprime(company, IDCLIENT)).toMatchObject([{ PERDU_PAR: 'alice', GARDE_PAR: 'camille' }])
  })

  it('[MERGE-4] an edit that did not know the deletion restores the record, and the deleter is told', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    const at = `/clients/${String(IDCLIENT)}`
    expect((await company.as('alice').del(at, { seen: 1, counter: 2 })).status).toBe(204)
    const back = await company
      .as('camille')
      .put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: null }, seen: 1, counter: 2 })
    expect([back.status, back.data.OBSERVATIONS]).toEqual([200, 'b'])
    expect((await company.as('alice').get(at)).status).toBe(200)
    expect(await supprime(company, IDCLIENT)).toMatchObject([{ PERDU_PAR: 'alice', GARDE_PAR: 'camille' }])
  })

  it('[MERGE-4] an edit that knew the deletion is refused and restores nothing', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    const at = `/clients/${String(IDCLIENT)}`
    await company.as('alice').del(at)
    const edits = [{ seen: 2, base: { OBSERVATIONS: null } }, { seen: 1 }, {}]
    for (const options of edits) {
      expect((await company.as('camille').put(at, { OBSERVATIONS: 'b' }, options)).status).toBe(404)
    }
    expect((await company.as('camille').get(at)).status).toBe(404)
  })

  it.each(['edit first', 'deletion first'])('[MERGE-4] an appointment survives in both orders (%s)', async (order) => {
    const company = await server().company()
    const rdv = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille', 'marc'] })
    const at = `/rdvs/${String(rdv.IDRDV)}`
    const steps = [
      () => company.as('marc').put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: null }, seen: 1, counter: 2 }),
      () => company.as('camille').del(at, { seen: 1, counter: 2 }),
    ]
    for (const step of order === 'edit first' ? steps : steps.reverse()) await step()
    expect((await company.as('marc').get(at)).data).toMatchObject({ SUPPRIME: 0, OBSERVATIONS: 'b' })
    expect(await supprime(company, rdv.IDRDV)).toMatchObject([{ PERDU_PAR: 'camille', GARDE_PAR: 'marc' }])
  })

  it.each(['addition first', 'edit of the deleter first'])(
    '[MERGE-4] [MERGE-5] [I9] a note that the deleter had not seen keeps the record, also where they added one themselves (%s)',
    async (order) => {
      const company = await server().company()
      const projet = await newProjet(company.as('camille'))
      const { IDINTERVENTION } = await newIntervention(company.as('alice'), projet)
      const at = `/interventions/${String(IDINTERVENTION)}`
      const write = (who: 'alice' | 'diane', counter: number) => {
        const NOTES = [{ id: who, TEXTE: `Note de ${who}`, LE: '2026-11-21T08:00:00.000Z', IDPERSONNEL: who }]
        return company.as(who).put(at, { NOTES }, { base: { NOTES: [] }, seen: 1, counter })
      }
      const steps = [() => write('diane', 2), () => write('alice', 5)]
      for (const step of order === 'addition first' ? steps : steps.reverse()) await step()
      expect((await company.as('alice').del(at, { seen: 1, counter: 6 })).status).toBe(200)
      const kept = (await company.as('diane').get(at)).data
      expect((kept.NOTES as Values[]).map((note) => note.id)).toEqual(['alice', 'diane'])
      expect(await supprime(company, IDINTERVENTION)).toMatchObject([{ PERDU_PAR: 'alice', GARDE_PAR: 'diane' }])
    },
  )

  it('[MERGE-4] [MERGE-5] [I9] so does a note that another program added by a plain replacement', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const { IDINTERVENTION } = await newIntervention(company.as('alice'), projet)
    const at = `/interventions/${String(IDINTERVENTION)}`
    const note = (who: string) => ({ id: who, TEXTE: who, LE: '2026-11-21T08:00:00.000Z', IDPERSONNEL: who })
    expect((await company.as('diane').put(at, { NOTES: [note('diane')] })).status).toBe(200)
    const mine = { base: { NOTES: [] }, seen: 1, counter: 5 }
    await company.as('alice').put(at, { NOTES: [note('alice')] }, mine)
    expect((await company.as('alice').del(at, { seen: 1, counter: 6 })).status).toBe(200)
    expect(await supprime(company, IDINTERVENTION)).toMatchObject([{ PERDU_PAR: 'alice', GARDE_PAR: 'diane' }])
  })

  it("an older app deletes after one's own unsent edit, whatever VERSION both had seen", async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('alice'))
    const at = `/clients/${String(IDCLIENT)}`
    await company.as('alice').put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: null }, seen: 1, counter: 2 })
    expect((await company.as('alice').del(at, { seen: 1, counter: 3 })).status).toBe(204)
  })

  it.each(['edit first', 'deletion first'])(
    '[MERGE-4] an edit of the same person on another device survives their deletion (%s), one of the same device does not',
    async (order) => {
      const company = await server().company()
      const alice = company.as('alice')
      const { IDCLIENT } = await newClient(alice)
      const { IDRDV } = await newRdv(alice, { IDPERSONNELS: ['alice'] })
      for (const [resource, path, id] of [
        ['client', '/clients', String(IDCLIENT)],
        ['rdv', '/rdvs', String(IDRDV)],
      ] as const) {
        const at = `${path}/${id}`
        const knowing = (seen: number, mine: string[]) => ({
          ...{ seen, counter: seen + 9 },
          uses: { known: { [resource]: { [id]: seen } }, mine },
        })
        const edit = (key: string, [from, to]: (string | null)[], seen: number) =>
          alice.put(at, { OBSERVATIONS: to }, { base: { OBSERVATIONS: from }, key, seen, counter: seen + 1 })
        const steps = [() => edit(randomUUID(), [null, 'b'], 1), () => alice.del(at, knowing(1, []))]
        for (const step of order === 'edit first' ? steps : steps.reverse()) await step()
        const kept = await alice.get(at)
        expect([kept.status, kept.data?.OBSERVATIONS, kept.data?.SUPPRIME ?? 0]).toEqual([200, 'b', 0])
        const told = (await conflictsOf(alice, id)).filter((row) => row.RAISON === 'supprime')
        expect(told, `${resource}, ${order}`).toMatchObject([{ PERDU_PAR: 'alice', GARDE_PAR: 'alice' }])
        const [seen, key] = [Number(kept.data.VERSION), randomUUID()]
        await edit(key, ['b', 'c'], seen)
        await alice.del(at, knowing(seen, [key]))
        const gone = await alice.get(at)
        expect(gone.status === 404 || gone.data.SUPPRIME === 1).toBe(true)
      }
    },
  )

  it('[MERGE-4] an edit of an appointment restores the project that was deleted with it', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const rdv = await newRdv(company.as('camille'), { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'] })
    const at = `/rdvs/${String(rdv.IDRDV)}`
    expect((await company.as('alice').del(`/projets/${String(projet.IDPROJET)}`)).status).toBe(204)
    expect((await company.as('camille').get(at)).status).toBe(404)
    await company.as('camille').put(at, { OBSERVATIONS: 'b' }, { base: { OBSERVATIONS: null }, seen: 1, counter: 2 })
    expect((await company.as('camille').get(at)).data).toMatchObject({ OBSERVATIONS: 'b' })
    expect((await company.as('camille').get(`/projets/${String(projet.IDPROJET)}`)).status).toBe(200)
  })
})
