import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { ADDRESS_IN_USE } from '../../schemas/rules/deletion.ts'
import type { KnownUses } from '../../schemas/uses.ts'
import {
  type Answer,
  answerOf,
  type Caller,
  type ContractApp,
  type ContractCompany,
  describeContract,
} from '../support/contract.ts'
import {
  newAdresse,
  newClient,
  newDevis,
  newId,
  newIntervention,
  newProjet,
  newRdv,
} from '../support/contract-records.ts'
import { form, pdf, png } from '../support/sample-files.ts'

/** The records of a project on the deleter's device: an appointment, a quote, works, a report of the appointment. */
interface Scene {
  company: ContractCompany
  projet: Values
  rdv: Values
  devis: Values
  intervention: Values
  rapport: string
  uses: KnownUses
}

async function scene(company: ContractCompany): Promise<Scene> {
  const [camille, diane] = [company.as('camille'), company.as('diane')]
  const projet = await newProjet(camille)
  const rdv = await newRdv(camille, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille', 'marc'] })
  const devis = await newDevis(camille, projet)
  const intervention = await newIntervention(diane, projet, {
    IDINTERVENTION_PLANNING: [{ id: 'p', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' }],
  })
  const rapport = newId('rapport')
  await diane.post('/report', { id: rapport, TITRE: 'Visite' })
  const known = {
    rdv: { [String(rdv.IDRDV)]: 1 },
    devis: { [String(devis.IDDEVIS)]: 1 },
    intervention: { [String(intervention.IDINTERVENTION)]: 1 },
  }
  return { company, projet, rdv, devis, intervention, rapport, uses: { known, mine: [] } }
}

const at = {
  projet: ({ projet }: Scene) => `/projets/${String(projet.IDPROJET)}`,
  rdv: ({ rdv }: Scene) => `/rdvs/${String(rdv.IDRDV)}`,
  devis: ({ devis }: Scene) => `/devis/${String(devis.IDDEVIS)}`,
  intervention: ({ intervention }: Scene) => `/interventions/${String(intervention.IDINTERVENTION)}`,
}

/** A write of somebody whose device does not know of the deletion. */
const OFFLINE = { seen: 1, counter: 2 }
const NEW = { counter: 1 }
const SLOT = { RDV_DEBUT: '2026-11-25 09:00', RDV_FIN: '2026-11-25 10:00' }

interface Work {
  author: 'camille' | 'diane' | 'marc' | 'theo'
  /** Does the work. @returns the path of the record */
  do: (scene: Scene, by: Caller, id: string, server: ContractApp) => Promise<{ answer: Answer; path: string }>
}

const created = async (
  by: Caller,
  path: string,
  body: Values,
  key: string,
): Promise<{ answer: Answer; path: string }> => ({
  answer: await by.post(path, body, NEW),
  path: `${path}/${String(body[key])}`,
})

const WORK: Record<string, Work> = {
  'edit of an appointment': {
    author: 'marc',
    do: async (s, by) => ({
      answer: await by.put(at.rdv(s), { OBSERVATIONS: 'Deux pages' }, { ...OFFLINE, base: { OBSERVATIONS: null } }),
      path: at.rdv(s),
    }),
  },
  'debrief of an appointment': {
    author: 'camille',
    do: async (s, by) => {
      const debrief = { DEBRIEF_CATEGORIE: 1, IDRDV_DEBRIEF: 'motif-absent', DEBRIEF_COMMENTAIRE: 'Absent' }
      const base = { DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: null }
      const path = `/rdvs/debrief/${String(s.rdv.IDRDV)}`
      return { answer: await by.put(path, debrief, { ...OFFLINE, base }), path: at.rdv(s) }
    },
  },
  'note on works': {
    author: 'theo',
    do: async (s, by) => {
      const note = { id: 'n1', TEXTE: 'Posé', LE: '2026-11-21T08:00:00.000Z', IDPERSONNEL: 'theo' }
      const answer = await by.put(at.intervention(s), { NOTES: [note] }, { ...OFFLINE, base: { NOTES: [] } })
      return { answer, path: at.intervention(s) }
    },
  },
  'new appointment': {
    author: 'camille',
    do: ({ projet: { IDPROJET } }, by, IDRDV) =>
      created(by, '/rdvs', { IDRDV, IDPROJET, IDPERSONNELS: ['camille'], ...SLOT }, 'IDRDV'),
  },
  'new quote': {
    author: 'camille',
    do: ({ projet: { IDPROJET, IDCLIENT } }, by, IDDEVIS) =>
      created(by, '/devis', { IDDEVIS, IDPROJET, IDCLIENT, LIGNES: [] }, 'IDDEVIS'),
  },
  'new works': {
    author: 'diane',
    do: ({ projet: { IDPROJET }, devis: { IDDEVIS } }, by, IDINTERVENTION) =>
      created(by, '/interventions', { IDINTERVENTION, IDPROJET, IDDEVIS, ...SLOT }, 'IDINTERVENTION'),
  },
  'report on the project': {
    author: 'camille',
    do: ({ projet: { IDPROJET }, rapport: IDRAPPORT }, by, IDSOUMISSION) =>
      created(by, '/report/submission', { IDSOUMISSION, IDRAPPORT, IDPROJET }, 'IDSOUMISSION'),
  },
  'report on an appointment': {
    author: 'camille',
    do: ({ rdv: { IDRDV }, rapport: IDRAPPORT }, by, IDSOUMISSION) =>
      created(by, '/report/submission', { IDSOUMISSION, IDRAPPORT, IDRDV }, 'IDSOUMISSION'),
  },
  'appointment moved into the project': {
    author: 'camille',
    do: async ({ projet: { IDPROJET } }, by, IDRDV) => {
      await by.post('/rdvs', { IDRDV, IDPERSONNELS: ['camille'], ...SLOT })
      const path = `/rdvs/${IDRDV}`
      return { answer: await by.put(path, { IDPROJET }, { ...OFFLINE, base: { IDPROJET: null } }), path }
    },
  },
  'photo of works': {
    author: 'theo',
    do: async ({ intervention: { IDINTERVENTION } }, by, IDFICHIER, server) =>
      uploaded(server, by, { IDFICHIER, resource: 'intervention', id: String(IDINTERVENTION), origin: 'photo' }),
  },
  'signed PV of works': {
    author: 'theo',
    do: async ({ intervention: { IDINTERVENTION } }, by, IDFICHIER, server) =>
      uploaded(server, by, {
        IDFICHIER,
        resource: 'intervention',
        id: String(IDINTERVENTION),
        origin: 'intervention_sign_pv',
      }),
  },
}

async function uploaded(
  { app }: ContractApp,
  by: Caller,
  fields: Record<string, string>,
): Promise<{ answer: Answer; path: string }> {
  const bytes = fields.origin === 'photo' ? png(String(fields.IDFICHIER)) : pdf(String(fields.IDFICHIER))
  const { payload, headers } = form(fields, { bytes, name: 'photo.png' })
  const authorization = `Bearer ${by.token}`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/drive/upload',
    payload,
    headers: { ...headers, authorization },
  })
  return { answer: answerOf(answer), path: `/fichiers/${String(fields.IDFICHIER)}` }
}

const supprime = async (company: ContractCompany): Promise<Values[]> =>
  (await company.as('diane').get('/conflits')).list
    .filter((row) => row.RAISON === 'supprime')
    .map(({ RESSOURCE, IDENREGISTREMENT, PERDU_PAR, GARDE_PAR }) => ({
      RESSOURCE,
      IDENREGISTREMENT,
      PERDU_PAR,
      GARDE_PAR,
    }))

const ORDERS = ['work first', 'deletion first'] as const
const statuses = async (caller: Caller, paths: readonly string[]): Promise<number[]> => {
  const found: number[] = []
  for (const path of paths) found.push((await caller.get(path)).status)
  return found
}

describeContract('a project is deleted by somebody who had not seen what others did in it', (server) => {
  const cases = Object.keys(WORK).flatMap((name) => ORDERS.map((order) => [name, order] as const))

  it.each(cases)('[MERGE-7] [I9] %s keeps the project with all that belongs to it (%s)', async (name, order) => {
    const work = WORK[name] as Work
    const company = await server().company()
    const s = await scene(company)
    const by = company.as(work.author)
    let path = ''
    const id = randomUUID()
    const steps = [
      async () => {
        const done = await work.do(s, by, id, server())
        expect([200, 201]).toContain(done.answer.status)
        path = done.path
      },
      async () => {
        const { status } = await company.as('alice').del(at.projet(s), { ...OFFLINE, uses: s.uses })
        expect(status).toBe(order === 'work first' ? 200 : 204)
      },
    ]
    for (const step of order === 'work first' ? steps : steps.reverse()) await step()
    const all = [path, at.projet(s), at.rdv(s), at.devis(s), at.intervention(s)]
    expect(await statuses(company.as('alice'), all)).toEqual(all.map(() => 200))
    expect(await supprime(company)).toEqual([
      { RESSOURCE: 'projet', IDENREGISTREMENT: s.projet.IDPROJET, PERDU_PAR: 'alice', GARDE_PAR: work.author },
    ])
    expect((await by.get(at.projet(s))).status).toBe(200)
  })

  it('[MERGE-7] records that the deleter knew are deleted, with their own later edits, and nobody is told', async () => {
    const s = await scene(await server().company())
    const { company } = s
    const alice = company.as('alice')
    const key = randomUUID()
    await alice.put(at.rdv(s), { OBSERVATIONS: 'Annulé' }, { ...OFFLINE, key, base: { OBSERVATIONS: null } })
    const deleted = await alice.del(at.projet(s), { ...OFFLINE, uses: { ...s.uses, mine: [key] } })
    expect(deleted.status).toBe(204)
    const all = [at.projet(s), at.rdv(s), at.devis(s), at.intervention(s)]
    expect(await statuses(alice, all)).toEqual(all.map(() => 404))
    expect(await supprime(company)).toEqual([])
  })

  it('[PUSH-6] [I4] a deletion that is sent again is answered with the record, once somebody has restored it', async () => {
    const s = await scene(await server().company())
    const [alice, diane] = [s.company.as('alice'), s.company.as('diane')]
    const cases = [
      [at.devis(s), { OBJET: 'b' }, { OBJET: null }],
      [at.rdv(s), { SUPPRIME: 0 }, { SUPPRIME: 1 }],
    ] as const
    for (const [path, edit, base] of cases) {
      const key = randomUUID()
      const send = () => alice.del(path, { ...OFFLINE, key, uses: s.uses })
      expect([(await send()).status, (await send()).status]).toEqual([204, 204])
      const edited = await diane.put(path, edit, { seen: 1, counter: 9, base })
      expect(edited.status).toBe(200)
      const again = await send()
      expect(again).toMatchObject({ status: 200, data: edit })
      expect(again.headers[HEADER.seq]).toBe(edited.headers[HEADER.seq])
    }
  })

  it('[MERGE-7] an edit of the same person on another device keeps the project like anybody else’s', async () => {
    for (const order of ORDERS) {
      const s = await scene(await server().company())
      const alice = s.company.as('alice')
      const steps = [
        () => alice.put(at.rdv(s), { OBSERVATIONS: 'b' }, { ...OFFLINE, base: { OBSERVATIONS: null } }),
        () => alice.del(at.projet(s), { seen: 1, counter: 40, uses: s.uses }),
      ]
      for (const step of order === 'work first' ? steps : steps.reverse()) await step()
      expect(await statuses(alice, [at.projet(s), at.rdv(s)])).toEqual([200, 200])
      expect(await supprime(s.company)).toHaveLength(1)
    }
  })

  it('[MERGE-7] an app that does not say what it knew deletes only its own work', async () => {
    const s = await scene(await server().company())
    const alice = s.company.as('alice')
    expect((await alice.del(at.projet(s), OFFLINE)).status).toBe(200)
    expect(await supprime(s.company)).toMatchObject([{ PERDU_PAR: 'alice' }])
    const mine = await newProjet(alice, { IDAGENCE: 'lyon' })
    const rdv = await newRdv(alice, { IDPROJET: mine.IDPROJET })
    expect((await alice.del(`/projets/${String(mine.IDPROJET)}`, OFFLINE)).status).toBe(204)
    expect((await alice.get(`/rdvs/${String(rdv.IDRDV)}`)).status).toBe(404)
  })

  it('[MERGE-7] a kept project is deleted by a second deletion that knows everything', async () => {
    const s = await scene(await server().company())
    const [alice, marc] = [s.company.as('alice'), s.company.as('marc')]
    await marc.put(at.rdv(s), { OBSERVATIONS: 'b' }, { ...OFFLINE, base: { OBSERVATIONS: null } })
    const kept = await alice.del(at.projet(s), { ...OFFLINE, uses: s.uses })
    expect([kept.status, kept.data.IDPROJET]).toEqual([200, s.projet.IDPROJET])
    const uses = { ...s.uses, known: { ...s.uses.known, rdv: { [String(s.rdv.IDRDV)]: 2 } } }
    const seen = Number(kept.data.VERSION)
    expect((await alice.del(at.projet(s), { seen, counter: seen + 1, uses })).status).toBe(204)
    expect((await marc.get(at.rdv(s))).status).toBe(404)
  })

  it('[MERGE-7] a record that was deleted separately stays deleted when the project is restored, in both orders', async () => {
    for (const order of ['quote first', 'project first']) {
      const s = await scene(await server().company())
      const [alice, camille, theo] = [s.company.as('alice'), s.company.as('camille'), s.company.as('theo')]
      const steps = [
        async () => {
          await camille.del(at.devis(s), { ...OFFLINE, uses: { known: {}, mine: [] } })
          await camille.del(at.rdv(s), OFFLINE)
        },
        () => alice.del(at.projet(s), { ...OFFLINE, uses: s.uses }),
      ]
      for (const step of order === 'quote first' ? steps : steps.reverse()) await step()
      // Alice did not know of either removal: they keep nothing.
      expect((await alice.get(at.projet(s))).status).toBe(404)
      expect(await supprime(s.company)).toEqual([])
      const note = { id: 'n1', TEXTE: 'Posé', LE: '2026-11-21T08:00:00.000Z', IDPERSONNEL: 'theo' }
      await theo.put(at.intervention(s), { NOTES: [note] }, { ...OFFLINE, base: { NOTES: [] } })
      expect(await statuses(alice, [at.projet(s), at.intervention(s), at.devis(s)])).toEqual([200, 200, 404])
      expect((await alice.get(at.rdv(s))).data).toMatchObject({ SUPPRIME: 1 })
    }
  })

  it('[MERGE-7] [I5] a write that knew of the deletion, a plain call and a replay restore nothing', async () => {
    const s = await scene(await server().company())
    const [alice, camille] = [s.company.as('alice'), s.company.as('camille')]
    const key = randomUUID()
    const body = { IDRDV: newId('rdv'), IDPROJET: s.projet.IDPROJET, IDPERSONNELS: ['camille'], ...SLOT }
    expect((await camille.post('/rdvs', body, { key, ...NEW })).status).toBe(201)
    const uses = { ...s.uses, known: { ...s.uses.known, rdv: { ...s.uses.known.rdv, [body.IDRDV]: 1 } } }
    expect((await alice.del(at.projet(s), { ...OFFLINE, uses })).status).toBe(204)
    expect((await camille.post('/rdvs', body, { key, ...NEW })).status).toBe(201)
    expect((await camille.post('/rdvs', { ...body, IDRDV: newId('rdv') })).code).toBe('PARENT_MISSING')
    expect((await camille.put(at.rdv(s), { OBSERVATIONS: 'b' })).status).toBe(404)
    expect(await statuses(alice, [at.projet(s), at.rdv(s)])).toEqual([404, 404])
    expect(await supprime(s.company)).toEqual([])
  })
})

describeContract('a client, an address or works are deleted by somebody who had not seen what uses them', (server) => {
  const NOTHING: KnownUses = { known: {}, mine: [] }

  it.each(ORDERS)('[MERGE-7] a project keeps its client (%s)', async (order) => {
    const company = await server().company()
    const [alice, camille] = [company.as('alice'), company.as('camille')]
    const { IDCLIENT } = await newClient(camille)
    const IDPROJET = newId('projet')
    const steps = [
      async () => expect((await camille.post('/projets', { IDPROJET, IDCLIENT }, NEW)).status).toBe(201),
      () => alice.del(`/clients/${String(IDCLIENT)}`, { ...OFFLINE, uses: NOTHING }),
    ]
    for (const step of order === 'work first' ? steps : steps.reverse()) await step()
    expect(await statuses(alice, [`/clients/${String(IDCLIENT)}`, `/projets/${IDPROJET}`])).toEqual([200, 200])
    expect(await supprime(company)).toEqual([
      { RESSOURCE: 'client', IDENREGISTREMENT: IDCLIENT, PERDU_PAR: 'alice', GARDE_PAR: 'camille' },
    ])
  })

  it('[MERGE-7] a client whose projects the deleter knew is refused, as before', async () => {
    const company = await server().company()
    const projet = await newProjet(company.as('camille'))
    const uses = { known: { projet: { [String(projet.IDPROJET)]: 1 } }, mine: [] }
    const refused = await company.as('alice').del(`/clients/${String(projet.IDCLIENT)}`, { ...OFFLINE, uses })
    expect([refused.status, refused.body?.errors]).toEqual([422, { _: ['Ce client a des projets.'] }])
  })

  it('[MERGE-7] [PUSH-1] « the project, then its client » goes in order, and unseen work restores both', async () => {
    const s = await scene(await server().company())
    const [alice, marc] = [s.company.as('alice'), s.company.as('marc')]
    const client = `/clients/${String(s.projet.IDCLIENT)}`
    expect((await alice.del(at.projet(s), { ...OFFLINE, uses: s.uses })).status).toBe(204)
    const uses = { known: { devis: s.uses.known.devis ?? {} }, mine: [] }
    expect((await alice.del(client, { ...OFFLINE, uses })).status).toBe(204)
    await marc.put(at.rdv(s), { OBSERVATIONS: 'b' }, { ...OFFLINE, base: { OBSERVATIONS: null } })
    expect(await statuses(alice, [client, at.projet(s), at.rdv(s)])).toEqual([200, 200, 200])
    const told = (await supprime(s.company)).map(({ RESSOURCE }) => RESSOURCE)
    expect(told.sort()).toEqual(['client', 'projet'])
  })

  it('[MERGE-7] [PUSH-1] « the project, then its client »: a project that was kept keeps its client', async () => {
    const s = await scene(await server().company())
    const [alice, marc] = [s.company.as('alice'), s.company.as('marc')]
    await marc.put(at.rdv(s), { OBSERVATIONS: 'b' }, { ...OFFLINE, base: { OBSERVATIONS: null } })
    expect((await alice.del(at.projet(s), { ...OFFLINE, uses: s.uses })).status).toBe(200)
    expect((await alice.del(`/clients/${String(s.projet.IDCLIENT)}`, { ...OFFLINE, uses: NOTHING })).status).toBe(200)
  })

  it.each(ORDERS)('[MERGE-7] an address that is used as a site is kept (%s)', async (order) => {
    const company = await server().company()
    const [alice, camille] = [company.as('alice'), company.as('camille')]
    const { IDADRESSE } = await newAdresse(camille)
    const projet = await newProjet(camille)
    const at = `/projets/${String(projet.IDPROJET)}`
    const steps = [
      () => camille.put(at, { ADRESSE_CHANTIER: IDADRESSE }, { ...OFFLINE, base: { ADRESSE_CHANTIER: null } }),
      () => alice.del(`/adresse/${String(IDADRESSE)}`, { ...OFFLINE, uses: NOTHING }),
    ]
    for (const step of order === 'work first' ? steps : steps.reverse()) await step()
    expect((await alice.get(`/adresse/${String(IDADRESSE)}`)).status).toBe(200)
    expect((await alice.get(at)).data).toMatchObject({ ADRESSE_CHANTIER: IDADRESSE })
    expect(await supprime(company)).toEqual([
      { RESSOURCE: 'adresse', IDENREGISTREMENT: IDADRESSE, PERDU_PAR: 'alice', GARDE_PAR: 'camille' },
    ])
  })

  it.each(['client', 'projet', 'rdv'] as const)(
    '[API-05] the address that a %s has is not deleted; once nothing has it, it is',
    async (user) => {
      const company = await server().company()
      const [alice, camille] = [company.as('alice'), company.as('camille')]
      const { IDADRESSE } = await newAdresse(camille)
      const at = `/adresse/${String(IDADRESSE)}`
      const made = {
        client: () => newClient(camille, { IDADRESSE }),
        projet: () => newProjet(camille, { ADRESSE_CHANTIER: IDADRESSE }),
        rdv: () => newRdv(camille, { IDADRESSE, IDPERSONNELS: ['camille'] }),
      }
      const id = String((await made[user]())[entityOf(user).key])
      const refused = await alice.del(at)
      expect([refused.status, refused.body?.errors]).toEqual([422, { _: [ADDRESS_IN_USE] }])
      // A device that knew of it: no unseen use keeps the address.
      const uses = { known: { [user]: { [id]: 1 } }, mine: [] }
      expect((await alice.del(at, { ...OFFLINE, uses })).status).toBe(422)
      expect((await alice.get(at)).status).toBe(200)
      const freed = {
        client: () => alice.put(`/clients/${id}`, { IDADRESSE: null }),
        projet: () => alice.del(`/projets/${id}`),
        rdv: () => camille.del(`/rdvs/${id}`),
      }
      expect((await freed[user]()).status).toBeLessThan(300)
      expect((await alice.del(at)).status).toBeLessThan(300)
      expect((await alice.get(at)).status).toBe(404)
    },
  )

  it.each(ORDERS)('[MERGE-7] a photo keeps its works (%s)', async (order) => {
    const s = await scene(await server().company())
    const [alice, theo] = [s.company.as('alice'), s.company.as('theo')]
    const IDFICHIER = randomUUID()
    const fields = { IDFICHIER, resource: 'intervention', id: String(s.intervention.IDINTERVENTION), origin: 'photo' }
    const steps = [
      async () => expect((await uploaded(server(), theo, fields)).answer.status).toBe(201),
      () => alice.del(at.intervention(s), { ...OFFLINE, uses: NOTHING }),
    ]
    for (const step of order === 'work first' ? steps : steps.reverse()) await step()
    expect(await statuses(theo, [at.intervention(s), `/fichiers/${IDFICHIER}`])).toEqual([200, 200])
    expect(await supprime(s.company)).toMatchObject([
      { RESSOURCE: 'intervention', PERDU_PAR: 'alice', GARDE_PAR: 'theo' },
    ])
  })

  it.each(ORDERS)(
    '[MERGE-4] [I9] works and an appointment of a project survive the edit of a person who saw only them (%s)',
    async (order) => {
      const s = await scene(await server().company())
      const [alice, marc, theo] = [s.company.as('alice'), s.company.as('marc'), s.company.as('theo')]
      const note = { id: 'n1', TEXTE: 'Posé', LE: '2026-11-21T08:00:00.000Z', IDPERSONNEL: 'theo' }
      const edits = [
        () => theo.put(at.intervention(s), { NOTES: [note] }, { ...OFFLINE, base: { NOTES: [] } }),
        () => marc.put(at.rdv(s), { OBSERVATIONS: 'b' }, { ...OFFLINE, base: { OBSERVATIONS: null } }),
      ]
      const deletions = [
        () => alice.del(at.intervention(s), { ...OFFLINE, uses: NOTHING }),
        () => alice.del(at.rdv(s), OFFLINE),
      ]
      const steps = order === 'work first' ? [...edits, ...deletions] : [...deletions, ...edits]
      for (const step of steps) expect([200, 204]).toContain((await step()).status)
      expect((await theo.get(at.intervention(s))).data).toMatchObject({ NOTES: [note] })
      expect((await marc.get(at.rdv(s))).data).toMatchObject({ OBSERVATIONS: 'b', SUPPRIME: 0 })
      expect((await supprime(s.company)).map(({ RESSOURCE }) => RESSOURCE).sort()).toEqual(['intervention', 'rdv'])
    },
  )

  it.each(ORDERS)('[MERGE-7] works keep the quote that they are made from (%s)', async (order) => {
    const s = await scene(await server().company())
    const { camille, diane } = { camille: s.company.as('camille'), diane: s.company.as('diane') }
    const body = { IDINTERVENTION: newId('i'), IDPROJET: s.projet.IDPROJET, IDDEVIS: s.devis.IDDEVIS, ...SLOT }
    const steps = [
      async () => expect((await diane.post('/interventions', body, NEW)).status).toBe(201),
      () => camille.del(at.devis(s), { ...OFFLINE, uses: NOTHING }),
    ]
    for (const step of order === 'work first' ? steps : steps.reverse()) await step()
    expect((await diane.get(at.devis(s))).status).toBe(200)
    expect(await supprime(s.company)).toMatchObject([{ RESSOURCE: 'devis', PERDU_PAR: 'camille', GARDE_PAR: 'diane' }])
  })

  it('[MERGE-7] [I9] work is accepted although its list value or report form was deleted meanwhile', async () => {
    const s = await scene(await server().company())
    const { camille, diane } = { camille: s.company.as('camille'), diane: s.company.as('diane') }
    expect((await diane.del(`/report/${s.rapport}`, OFFLINE)).status).toBe(204)
    const body = { IDSOUMISSION: newId('s'), IDRAPPORT: s.rapport, IDPROJET: s.projet.IDPROJET }
    expect((await camille.post('/report/submission', body)).code).toBe('PARENT_MISSING')
    expect((await camille.post('/report/submission', body, NEW)).status).toBe(201)
    expect((await diane.get(`/report/${s.rapport}`)).status).toBe(404)
  })

  it('tells what is wrong with the uses in a deletion', async () => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    for (const uses of [
      [],
      'x',
      { known: { nothing: {} }, mine: [] },
      { known: { projet: { a: -1 } }, mine: [] },
      { known: {} },
    ]) {
      const refused = await company.as('alice').del(`/clients/${String(IDCLIENT)}`, { uses: uses as never })
      expect([refused.status, Object.keys(refused.body.errors as Values)]).toEqual([422, ['_uses']])
    }
  })
})
