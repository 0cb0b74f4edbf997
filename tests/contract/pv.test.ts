import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { BASE } from '../../schemas/protocol.ts'
import { returnNoteId } from '../../schemas/rules/return-visits.ts'
import { verifyChain } from '../../server/evidence/verify.ts'
import { verifyCompanies } from '../../server/evidence/verify-companies.ts'
import { statePapers } from '../support/company-papers.ts'
import { describeContract } from '../support/contract.ts'
import { LIGNE, newAdresse, newClient, newDevis, newIntervention, newProjet } from '../support/contract-records.ts'
import { pdfText } from '../support/pdf-text.ts'
import { form, png } from '../support/sample-files.ts'
import { plant } from '../support/staffed-company.ts'
import { testSecrets } from '../support/test-app.ts'

const SIGNATURE = `data:image/png;base64,${png('signature').toString('base64')}`
const NO_PV = "Le PV n'existe pas"
const NOT_A_PDF = "Le fichier n'est pas un PDF"

describeContract('the PV', (server) => {
  const setUp = async () => {
    const company = await server().company()
    const alice = company.as('alice')
    const adresse = await newAdresse(alice, { ADRESSE: '8 chemin du Château' })
    const client = await newClient(alice, { NOM: 'Lefèvre', MAIL: 'noel@example.com', IDADRESSE: adresse.IDADRESSE })
    const projet = await newProjet(company.as('camille'), {
      IDCLIENT: client.IDCLIENT,
      ADRESSE_CHANTIER: adresse.IDADRESSE,
    })
    const planning = { id: 'p1', IDPERSONNEL: 'theo', DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' }
    const devis = await newDevis(company.as('camille'), projet, { LIGNES: [{ ...LIGNE, QUANTITE: 12.5 }] })
    const intervention = await newIntervention(alice, projet, {
      RDV_OBJET: 'Pose côté été',
      IDDEVIS: devis.IDDEVIS,
      IDINTERVENTION_PLANNING: [planning],
    })
    return { company, alice, theo: company.as('theo'), projet, devis, id: String(intervention.IDINTERVENTION) }
  }
  const bytesOf = async (url: unknown): Promise<Buffer> =>
    (await server().app.inject({ method: 'GET', url: String(url) })).rawPayload

  it('[API-07] [INT-02] [I13] is made once on the server when there is none, signed, with its reserves and hashes', async () => {
    const { theo, projet, id } = await setUp()
    const body = { NOM_SIGNATAIRE: 'Noël Lefèvre', SIGNATURE, RESERVES: ['Joint à reprendre'] }
    const made = await theo.post(`/intervention/${id}/pdf`, body)
    expect([made.status, made.data.file_name]).toEqual([201, 'PV de réception.pdf'])
    const bytes = await bytesOf(made.data.url)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.data.SHA256)
    const text = await pdfText(bytes)
    for (const part of [
      'Procès-verbal de réception',
      'Pose côté été',
      'Joint à reprendre',
      'Signé par Noël Lefèvre',
      'Fenêtre (12,5 u)',
    ]) {
      expect(text).toContain(part)
    }
    expect(text).toContain(createHash('sha256').update(png('signature')).digest('hex'))
    const again = await theo.post(`/intervention/${id}/pdf`, { ...body, RESERVES: [] })
    expect([again.status, again.data.SHA256]).toEqual([200, made.data.SHA256])
    const other = await setUp()
    const url = `/intervention/${other.id}/pdf`
    const both = await Promise.all([other.theo.post(url, body), other.theo.post(url, body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(both[0].data.SHA256).toBe(both[1].data.SHA256)
    const found = await theo.post('/drive/search', { project_id: projet.IDPROJET, origin: 'intervention_sign_pv' })
    expect(found.data).toMatchObject({ file_name: 'PV de réception.pdf', IDFICHIER: made.data.IDFICHIER })
    const levee = await theo.post(`/intervention/${id}/pdf`, { ...body, LEVEE: true })
    expect(levee.status).toBe(201)
    expect(await pdfText(await bytesOf(levee.data.url))).toContain('Procès-verbal de levée de réserves')
  })

  it('[SPA-04] [SEC] is in the chain of evidence: changed bytes of its file are detected', async () => {
    const { company, theo, id } = await setUp()
    const body = { NOM_SIGNATAIRE: 'Noël Lefèvre', SIGNATURE, RESERVES: ['Joint à reprendre'] }
    const made = await theo.post(`/intervention/${id}/pdf`, body)
    await theo.post(`/intervention/${id}/pdf`, { ...body, LEVEE: true })
    const { db } = server()
    const chain = () => db.inTenant(company.id, (tx) => verifyChain(tx, testSecrets.evidence))
    expect(await chain()).toEqual({ count: 2, broken: null })
    const { rows } = await db.inTenant(company.id, (tx) =>
      sql<{ kind: string; record: string; key: string }>`select kind, record, key from devis_evidence e
        join stored_bytes s on s.company_id = e.company_id and s.fichier_id = e.fichier_id
        where e.company_id = ${company.id} order by number`.execute(tx),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['pv', 'levee'])
    expect(JSON.parse(rows[0]?.record ?? '')).toMatchObject({ intervention: id, sha256_fichier: made.data.SHA256 })
    const [pv] = rows
    const forged = { get: async (key: string) => (key === pv?.key ? Buffer.from('%PDF-1.4') : await files.get(key)) }
    const { files } = server().app.ports
    const verdict = async (store: Pick<typeof files, 'get'>) =>
      (await verifyCompanies({ db, keys: testSecrets.evidence, files: store, heads: [] })).find(
        ({ key }) => company.id === `company-${key}`,
      )?.broken
    expect(await verdict(files)).toBeNull()
    expect(await verdict(forged)).toEqual({ number: 1, reason: expect.stringContaining('fichier du PV') })
  })

  it.each([
    ['no name', { SIGNATURE }],
    ['no signature', { NOM_SIGNATAIRE: 'Noël' }],
    ['a signature that is not a picture', { NOM_SIGNATAIRE: 'Noël', SIGNATURE: 'data:image/svg+xml;base64,PHN2Zz4=' }],
    ['a damaged picture', { NOM_SIGNATAIRE: 'Noël', SIGNATURE: png().subarray(0, 60).toString('base64') }],
    ['a picture too large to unpack', { NOM_SIGNATAIRE: 'Noël', SIGNATURE: huge().toString('base64') }],
    ['a levée before the PV', { NOM_SIGNATAIRE: 'Noël', SIGNATURE, LEVEE: true }],
  ])('[INT-02] [SEC] is refused with %s', async (_, body) => {
    const { theo, id } = await setUp()
    const answer = await theo.post(`/intervention/${id}/pdf`, body)
    expect([answer.status, answer.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect((await theo.get('/fichiers')).list).toEqual([])
  })

  it('[INT-02] [INT-03] [API-07] is required by its lookup, the mail and the good feedback, with the product’s messages', async () => {
    const { company, theo, projet, id } = await setUp()
    const search = { project_id: projet.IDPROJET, origin: 'intervention_sign_pv' }
    const asks = () => [
      theo.post('/drive/search', search),
      theo.post('/intervention/send', { IDINTERVENTION: id }),
      theo.post(`/intervention_feedback/good/${id}`, {}),
    ]
    for (const answer of await Promise.all(asks())) {
      expect([answer.status, answer.code, answer.body.message]).toEqual([404, 'NOT_FOUND', NO_PV])
    }
    await server().db.inTenant(company.id, (tx) =>
      plant(tx, 'fichier', {
        IDFICHIER: 'old-image',
        IDPROJET: projet.IDPROJET,
        RESSOURCE: 'intervention',
        IDENREGISTREMENT: id,
        NOM: 'pv.jpg',
        TYPE_MIME: 'image/jpeg',
        TAILLE: 1,
        SHA256: 'x',
        ORIGINE: 'intervention_sign_pv',
      }),
    )
    await server().db.inTenant(company.id, (tx) =>
      sql`select take_seq(1)`.execute(tx).then(() =>
        sql`update fichier set seq = (select seq from company where id = current_setting('app.company_id')),
        viewer_agence = p.viewer_agence, viewer_personnes = p.viewer_personnes from projet p
        where fichier.company_id = p.company_id and fichier."IDPROJET" = p."IDPROJET"`.execute(tx),
      ),
    )
    for (const answer of await Promise.all(asks())) {
      expect([answer.status, answer.code, answer.body.message]).toEqual([422, 'VALIDATION_ERROR', NOT_A_PDF])
    }
  })

  it('[INT-03] [API-07] ends the intervention, as good with its PV or as bad without; the project ends once the last one, or its return visit, is good', async () => {
    const { company, alice, theo, projet, devis, id } = await setUp()
    await server().db.inTenant(company.id, (tx) =>
      sql`update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = '2026-11-21T10:00:00.000Z', seq = take_seq(1)
        where "IDDEVIS" = ${devis.IDDEVIS}`.execute(tx),
    )
    const second = await newIntervention(alice, projet)
    const state = async () => (await alice.get(`/projets/${String(projet.IDPROJET)}`)).data.IDETAT_PROJET
    const bad = await alice.post(`/intervention_feedback/bad/${String(second.IDINTERVENTION)}`, {})
    expect([bad.status, bad.data.FEEDBACK, typeof bad.data.DATE_FEEDBACK]).toEqual([200, 'mauvais', 'string'])
    expect(await state()).toBe(4)
    await theo.post(`/intervention/${id}/pdf`, { NOM_SIGNATAIRE: 'Noël', SIGNATURE })
    const DATE_FEEDBACK = '2026-11-20T16:00:00.000Z'
    const body = { FEEDBACK: 'bon', DATE_FEEDBACK, [BASE]: { FEEDBACK: null, DATE_FEEDBACK: null } }
    const key = 'feedback-once'
    const good = await theo.post(`/intervention_feedback/good/${id}`, body, { key, seen: 1, counter: 2 })
    expect([good.status, good.data]).toMatchObject([200, { FEEDBACK: 'bon', DATE_FEEDBACK, VERSION: 2 }])
    // The bad one is to be done again.
    expect(await state()).toBe(4)
    const replay = await theo.post(`/intervention_feedback/good/${id}`, body, { key, seen: 1, counter: 2 })
    expect(replay.data).toEqual(good.data)
    expect((await alice.pull('/interventions')).rows.find((row) => row.IDINTERVENTION === id)).toMatchObject({
      FEEDBACK: 'bon',
    })
    const LE = '2026-11-24T16:00:00.000Z'
    const mark = { id: returnNoteId(String(second.IDINTERVENTION)), TEXTE: 'Reprise', LE, IDPERSONNEL: 'alice' }
    const visit = await newIntervention(alice, projet, { NOTES: [mark] })
    expect(await state()).toBe(4)
    await theo.post(`/intervention/${String(visit.IDINTERVENTION)}/pdf`, { NOM_SIGNATAIRE: 'Noël', SIGNATURE })
    expect((await alice.post(`/intervention_feedback/good/${String(visit.IDINTERVENTION)}`, {})).status).toBe(200)
    expect(await state()).toBe(5)
  })

  it('[INT-02] [I13] [API-05] once signed, its dates, quote and reserves refuse every edit; notes may be added', async () => {
    const { alice, theo, projet, id } = await setUp()
    const path = `/interventions/${id}`
    const LE = '2026-11-24T16:00:00.000Z'
    const reserve = { id: 'r', TEXTE: 'Joint', LE, IDPERSONNEL: 'theo', GENRE: 'reserve' }
    expect((await theo.put(path, { NOTES: [reserve] })).status).toBe(200)
    const made = await theo.post(`/intervention/${id}/pdf`, { NOM_SIGNATAIRE: 'Noël', SIGNATURE, RESERVES: ['Joint'] })
    for (const [caller, body] of [
      [alice, { RDV_FIN: '2026-11-24 18:00' }],
      [alice, { RDV_OBJET: 'Autre' }],
      [alice, { IDDEVIS: null }],
      [alice, { NOTES: [] }],
      // Its author: somebody else's words for it count for nothing anyway (MERGE-5).
      [theo, { NOTES: [{ ...reserve, TEXTE: 'Autre' }] }],
      [alice, { NOTES: [reserve, { ...reserve, id: 's' }] }],
    ] as const) {
      const answer = await caller.put(path, body)
      expect([answer.status, answer.code]).toEqual([422, 'IMMUTABLE'])
    }
    const after = [
      { ...reserve, LEVEE: 'f' },
      { id: 'n', TEXTE: 'Vu', LE, IDPERSONNEL: 'alice' },
    ]
    expect((await alice.put(path, { NOTES: after })).status).toBe(200)
    expect((await alice.get(path)).data).toMatchObject({ RDV_FIN: '2026-11-24 17:00', RDV_OBJET: 'Pose côté été' })
    const search = { project_id: projet.IDPROJET, origin: 'intervention_sign_pv' }
    const named = await theo.post('/drive/search', { ...search, IDFICHIER: made.data.IDFICHIER })
    expect(named.data.IDFICHIER).toBe(made.data.IDFICHIER)
    expect((await theo.post('/drive/search', { ...search, IDFICHIER: 'another' })).body.message).toBe(NO_PV)
  })

  it('[INT-02] [I13] [API-05] once signed, the picture of a reserve is kept, other pictures are not', async () => {
    const { company, alice, theo, projet, id } = await setUp()
    const takes = async (IDFICHIER: string, origin: string): Promise<void> => {
      const about = { project_id: String(projet.IDPROJET), resource: 'intervention', id }
      const { payload, headers } = form(
        { ...about, IDFICHIER, origin, NOM: `${IDFICHIER}.png` },
        { bytes: png(IDFICHIER), name: `${IDFICHIER}.png` },
      )
      const sent = await server().app.inject({
        method: 'POST',
        url: '/api/drive/upload',
        payload,
        headers: { ...headers, authorization: `Bearer ${theo.token}` },
      })
      expect([sent.statusCode, sent.body]).toEqual([201, expect.anything()])
    }
    await takes('joint', 'photo_reserve')
    await takes('facade', 'photo')
    await theo.post(`/intervention/${id}/pdf`, { NOM_SIGNATAIRE: 'Noël', SIGNATURE, RESERVES: [] })
    const removal = await alice.del('/fichiers/joint')
    expect([removal.status, removal.code]).toEqual([422, 'IMMUTABLE'])
    expect((await alice.del('/fichiers/facade')).status).toBe(204)
    expect((await company.as('diane').get('/fichiers')).list.map(({ IDFICHIER }) => IDFICHIER)).toContain('joint')
  })

  it('[INT-03] [SEC] sets feedback and transmission itself: no body sets them, no stranger reaches them', async () => {
    const { company, alice, theo, devis, id } = await setUp()
    for (const [path, body] of [
      [`/interventions/${id}`, { FEEDBACK: 'bon' }],
      [`/devis/${String(devis.IDDEVIS)}`, { DATE_TRANSMISSION: '2026-11-20T16:00:00.000Z' }],
    ] as const) {
      expect((await alice.put(path, body)).status).toBe(422)
    }
    expect((await theo.post(`/intervention_feedback/bad/${id}`, { NOTES: [] })).status).toBe(422)
    expect((await theo.post(`/devis/${String(devis.IDDEVIS)}/transmit`, {})).status).toBe(403)
    const strangers = [company.as('colin'), company.as('bruno'), (await server().company()).as('alice')]
    for (const stranger of strangers) {
      const answers = [
        await stranger.post(`/intervention_feedback/bad/${id}`, {}),
        await stranger.post(`/intervention/${id}/pdf`, { NOM_SIGNATAIRE: 'X', SIGNATURE }),
        await stranger.post('/intervention/send', { IDINTERVENTION: id }),
        await stranger.get(`/devis/${String(devis.IDDEVIS)}/pdf`),
        await stranger.post(`/devis/${String(devis.IDDEVIS)}/transmit`, {}),
      ]
      for (const { status, body } of answers) {
        expect([status, body]).toEqual([404, { code: 'NOT_FOUND', message: 'Enregistrement introuvable.' }])
      }
    }
  })

  it('[INT-03] [API-07] [DAY-02 journal] is sent to the customer by mail, with the file, once per request', async () => {
    const { company, theo, id } = await setUp()
    const pv = await theo.post(`/intervention/${id}/pdf`, { NOM_SIGNATAIRE: 'Noël', SIGNATURE })
    const send = (key: string) => theo.post('/intervention/send', { IDINTERVENTION: id }, { key })
    const sent = [await send('one'), await send('one'), await send('two')]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(sent[1]?.data).toEqual(sent[0]?.data)
    const { rows } = await server().db.inTenant(company.id, (tx) =>
      sql<{
        recipient: string
        payload: { attachments: { key: string; name: string }[] }
      }>`select recipient, payload from message
        where channel = 'mail' and record_id = ${id}`.execute(tx),
    )
    expect(rows.map((row) => row.recipient)).toEqual(['noel@example.com', 'noel@example.com'])
    const [attachment] = rows[0]?.payload.attachments ?? []
    expect(attachment?.name).toBe('PV de réception.pdf')
    const { IDPROJET } = (await theo.get(`/interventions/${id}`)).data
    const { JOURNAL } = (await theo.get(`/projets/${String(IDPROJET)}`)).data
    expect(JOURNAL).toMatchObject([
      { GENRE: 'message', IDPERSONNEL: 'theo', RESULTAT: 'PV envoyé par mail' },
      { GENRE: 'message', RESULTAT: 'PV envoyé par mail' },
    ])
    const bytes = await server().app.ports.files.get(attachment?.key ?? '')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(pv.data.SHA256)
  })

  it('[INT-02] [INT-03] goes with what lifted its reserves since: the customer’s last paper says what they signed last', async () => {
    const { company, theo, id } = await setUp()
    const body = { NOM_SIGNATAIRE: 'Noël Lefèvre', SIGNATURE, RESERVES: ['Joint à reprendre'] }
    const pv = await theo.post(`/intervention/${id}/pdf`, body)
    const levee = await theo.post(`/intervention/${id}/pdf`, { ...body, LEVEE: true })
    expect((await theo.post('/intervention/send', { IDINTERVENTION: id })).status).toBe(200)
    const { rows } = await server().db.inTenant(company.id, (tx) =>
      sql<{ payload: { attachments: { key: string; name: string }[] } }>`select payload from message
        where channel = 'mail' and record_id = ${id}`.execute(tx),
    )
    const { attachments } = rows[0]?.payload ?? { attachments: [] }
    expect(attachments.map(({ name }) => name)).toEqual([pv.data.file_name, levee.data.file_name])
    const { files } = server().app.ports
    const sent = await Promise.all(attachments.map(({ key }) => files.get(key)))
    const hashes = sent.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
    expect(hashes).toEqual([pv.data.SHA256, levee.data.SHA256])
  })

  it('[SEC] [INT-03] [API-07] that waited leaves for the address that its customer has now, and for no other customer', async () => {
    const { company, alice, theo, projet, id } = await setUp()
    await theo.post(`/intervention/${id}/pdf`, { NOM_SIGNATAIRE: 'Noël', SIGNATURE })
    expect((await theo.post('/intervention/send', { IDINTERVENTION: id })).status).toBe(200)
    const leave = async () => {
      await server().app.messages.drain()
      await server().db.inTenant(company.id, (tx) =>
        sql`update message set status = 'queued', due_at = now(), attempts = 0 where key like 'pv:%'`.execute(tx),
      )
      await server().app.messages.drain()
      const { rows } = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select recipient, status, error from message where key like 'pv:%'`.execute(tx),
      )
      return rows
    }
    expect((await alice.put(`/clients/${projet.IDCLIENT}`, { MAIL: 'noelle@example.com' })).status).toBe(200)
    expect(await leave()).toEqual([{ recipient: 'noelle@example.com', status: 'recorded', error: null }])
    // A project with a signed PV keeps its client: this is a row of before that rule.
    const other = await newClient(alice, { NOM: 'Martin', MAIL: 'martin@example.com' })
    await server().db.inTenant(company.id, (tx) =>
      sql`update projet set "IDCLIENT" = ${other.IDCLIENT}, seq = take_seq(1)
        where company_id = ${company.id} and "IDPROJET" = ${projet.IDPROJET}`.execute(tx),
    )
    expect(await leave()).toMatchObject([
      { status: 'failed', error: 'Cette intervention est maintenant celle d’un autre client.' },
    ])
  })
})

describeContract('a quote on paper', (server) => {
  it('is the same file each time, for everybody who may see it', async () => {
    const company = await server().company()
    await statePapers(server().db, company.id)
    const camille = company.as('camille')
    const devis = await newDevis(camille, await newProjet(camille), { OBJET: 'Fenêtres côté été' })
    const get = async (caller: { token: string }) =>
      server().app.inject({
        method: 'GET',
        url: `/api/devis/${String(devis.IDDEVIS)}/pdf`,
        headers: { authorization: `Bearer ${caller.token}` },
      })
    const [first, second] = [await get(camille), await get(company.as('diane'))]
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(Buffer.compare(first.rawPayload, second.rawPayload)).toBe(0)
    const text = await pdfText(first.rawPayload)
    for (const part of [
      String(devis.NUMERO_DEVIS),
      'Fenêtres côté été',
      'Total TTC 220,00 €',
      'CM2C',
      'Formulaire de rétractation',
    ]) {
      expect(text).toContain(part)
    }
  })

  it('is transmitted once no mandatory mention is missing; the answer lists the missing ones', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const adresse = await newAdresse(camille)
    const client = await newClient(camille, { IDADRESSE: adresse.IDADRESSE })
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: adresse.IDADRESSE })
    const devis: Values = await newDevis(camille, projet)
    const at = `/devis/${String(devis.IDDEVIS)}`
    const refused = await camille.post(`${at}/transmit`, {})
    expect([refused.status, refused.body.message]).toEqual([422, 'Des mentions obligatoires manquent au devis.'])
    expect(refused.body.errors).toMatchObject({
      DATE_EDITION: ["La date d'édition du devis manque."],
      DATE_VALIDITE: ['La date de fin de validité du devis manque.'],
      entreprise: expect.arrayContaining(["Le SIRET de l'entreprise manque."]),
    })
    expect((await camille.get(at)).data.DATE_TRANSMISSION).toBeNull()
    await statePapers(server().db, company.id)
    await camille.put(at, { DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2026-12-20' })
    const given = await camille.post(`${at}/transmit`, {})
    expect([given.status, typeof given.data.DATE_TRANSMISSION]).toEqual([200, 'string'])
    const again = await camille.post(`${at}/transmit`, {})
    expect(again.data.DATE_TRANSMISSION).toBe(given.data.DATE_TRANSMISSION)
  })
})

/** A PNG that declares a width of 60,000 pixels. */
function huge(): Buffer {
  const bytes = Buffer.from(png())
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes
}
