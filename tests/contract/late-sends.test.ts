import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { LATE_DAYS } from '../../schemas/rules/late-sends.ts'
import {
  type Answer,
  answerOf,
  type Caller,
  type ContractCompany,
  callerOf,
  describeContract,
  type WriteOptions,
} from '../support/contract.ts'
import { newAdresse, newClient, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import { form, pdf, png } from '../support/sample-files.ts'

const HOURS = { DEBUT: '2026-11-24 08:00', FIN: '2026-11-24 17:00' }
const slot = (id: string, IDPERSONNEL: string) => ({ id, IDPERSONNEL, ...HOURS })
const THEO = slot('p1', 'theo')
const MARC = slot('p2', 'marc')
const note = (id: string, TEXTE = id, more: Values = {}) => ({
  id,
  TEXTE,
  LE: '2026-11-24T10:00:00.000Z',
  IDPERSONNEL: 'theo',
  ...more,
})
/** As a device writes: with what it knew of the fields, and its counter. */
const late = (base: Values, more: WriteOptions = {}): WriteOptions => ({ base, seen: 1, counter: 2, ...more })
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Works, or an appointment, that are given to a colleague while their phone has no network: what it holds is not lost (PUSH-12). */
describeContract('work that arrives after it was given to a colleague', (server) => {
  let company: ContractCompany
  let diane: Caller
  let theo: Caller
  let marc: Caller
  let projet: Values
  let works: Values

  beforeEach(async () => {
    company = await server().company()
    diane = company.as('diane')
    theo = company.as('theo')
    marc = company.as('marc')
    const client = await newClient(diane, { MAIL: 'noel@example.com' })
    projet = await newProjet(diane, { IDCLIENT: client.IDCLIENT })
    works = await newIntervention(diane, projet, { RDV_OBJET: 'Pose', IDINTERVENTION_PLANNING: [THEO] })
  })

  const path = (): string => `/interventions/${works.IDINTERVENTION}`
  const plan = async (IDINTERVENTION_PLANNING: unknown[]): Promise<void> => {
    const answer = await diane.put(path(), { IDINTERVENTION_PLANNING })
    expect(answer.status).toBe(200)
  }
  const give = (): Promise<void> => plan([MARC])
  const stored = async (): Promise<Values> => (await diane.get(path())).data
  const upload = async (caller: Caller, fields: Record<string, string>, bytes: Uint8Array): Promise<Answer> => {
    const { payload, headers } = form({ sha256: sha256(bytes), ...fields }, { bytes, name: 'x' })
    const authorization = `Bearer ${caller.token}`
    const request = {
      method: 'POST',
      url: '/api/drive/upload',
      payload,
      headers: { ...headers, authorization },
    } as const
    return answerOf(await server().app.inject(request))
  }
  const onWorks = (origin: string): Record<string, string> => ({
    resource: 'intervention',
    id: String(works.IDINTERVENTION),
    project_id: String(projet.IDPROJET),
    IDFICHIER: randomUUID(),
    origin,
  })
  const age = (days: number): Promise<unknown> =>
    server().db.inTenant(company.id, (tx) =>
      sql`update taken_off set at = now() - make_interval(days => ${days}::integer)`.execute(tx),
    )

  /** Somebody leaves; all that is theirs goes to one colleague. */
  const handOver = async (from: string, to: string): Promise<void> => {
    const { token } = await server().app.sessions.open({
      kind: 'personnel',
      accountId: 'diane',
      companyId: company.id,
      deviceId: null,
      proven: true,
    })
    const office = callerOf(server().app, token)
    const asked = { REPARTITION: 'un', COLLEGUES: [to] }
    const { EMPREINTE } = (await office.post(`/personnels/${from}/passations/apercu`, asked)).data
    const begun = await office.post(`/personnels/${from}/passations`, { ...asked, ENVOI: true, EMPREINTE })
    expect(begun.status).toBe(201)
    const next = () => office.post(`/passations/${begun.data.id}/suite`, {})
    while ((await next()).data.RESTE !== 0);
  }

  it('[PUSH-12] notes, photos, the signed PV, its mail and the feedback of a technician are accepted; the answers show nothing', async () => {
    await give()
    expect((await theo.get(path())).status).toBe(404)
    for (const _ of ['sent', 'sent again']) {
      const noted = await theo.put(path(), { NOTES: [note('n1')] }, late({ NOTES: [] }, { key: 'late-note' }))
      expect([noted.status, noted.body]).toEqual([200, { data: null }])
    }
    const photo = png('late photo')
    const sent = await upload(theo, onWorks('photo_apres'), photo)
    expect([sent.status, sent.data?.SHA256]).toEqual([201, sha256(photo)])
    const pv = await upload(theo, onWorks('intervention_sign_pv'), pdf('late PV'))
    expect([pv.status, pv.data?.ORIGINE]).toEqual([201, 'intervention_sign_pv'])
    const mailed = await theo.post('/intervention/send', { IDINTERVENTION: works.IDINTERVENTION })
    // The address may be another one by now: it is not theirs to read.
    expect([mailed.status, mailed.data?.MAIL]).toEqual([200, ''])
    const good = await theo.post(
      `/intervention_feedback/good/${works.IDINTERVENTION}`,
      { DATE_FEEDBACK: '2026-11-24T16:00:00.000Z' },
      late({ FEEDBACK: null, DATE_FEEDBACK: null }),
    )
    expect([good.status, good.data]).toEqual([200, null])
    expect(await stored()).toMatchObject({ NOTES: [note('n1')], FEEDBACK: 'bon', IDINTERVENTION_PLANNING: [MARC] })
    // Whoever has the works now reads it; the sender still does not.
    const files = (await marc.pull('/fichiers')).rows
    expect(files.map(({ ORIGINE }) => ORIGINE).sort()).toEqual(['intervention_sign_pv', 'photo_apres'])
    expect((await theo.pull('/fichiers')).rows).toEqual([])
    expect((await theo.get(path())).status).toBe(404)
  })

  it('[PUSH-12] the report, the photos and the debrief of a measure are accepted, also once the appointment was cancelled', async () => {
    const rapport = (await diane.post('/report', { id: randomUUID(), TITRE: 'Métré' })).data
    const own = await newProjet(diane)
    const rdv = await newRdv(diane, { IDPROJET: own.IDPROJET, IDPERSONNELS: ['marc'] })
    const cancelled = await newRdv(diane, { IDPROJET: own.IDPROJET, IDPERSONNELS: ['marc'] })
    expect((await diane.put(`/rdvs/${rdv.IDRDV}`, { IDPERSONNELS: ['camille'] })).status).toBe(200)
    expect((await diane.del(`/rdvs/${cancelled.IDRDV}`, { seen: 99 })).status).toBe(204)
    expect((await marc.get(`/rdvs/${rdv.IDRDV}`)).status).toBe(404)
    const report = (IDSOUMISSION: string, IDRDV: unknown): Promise<Answer> =>
      marc.post(
        '/report/submission',
        { IDSOUMISSION, IDRAPPORT: rapport.id, IDRDV, IDPROJET: own.IDPROJET, REPONSES: { largeur: 120 } },
        { counter: 2 },
      )
    expect((await report('late-report', rdv.IDRDV)).body).toEqual({ data: null })
    expect((await report('late-report-2', cancelled.IDRDV)).status).toBe(201)
    const base = { REPONSES: { largeur: 120 } }
    const edit = await marc.put('/report/submission/late-report', { REPONSES: { largeur: 121 } }, late(base))
    expect(edit.status).toBe(200)
    expect((await diane.get('/report/submission/late-report')).data).toMatchObject({ REPONSES: { largeur: 121 } })
    const photo = { project_id: String(own.IDPROJET), IDFICHIER: randomUUID(), origin: 'photo' }
    const at = (resource: string, id: unknown) => ({ ...photo, resource, id: String(id), IDFICHIER: randomUUID() })
    for (const owner of [at('rdv', rdv.IDRDV), at('soumission', 'late-report'), at('projet', own.IDPROJET)])
      expect((await upload(marc, owner, png(owner.resource))).status).toBe(201)
    const said = { DEBRIEF_CATEGORIE: 1, IDRDV_DEBRIEF: 'motif-absent', DEBRIEF_COMMENTAIRE: 'Personne' }
    const debrief = await marc.put(
      `/rdvs/debrief/${rdv.IDRDV}`,
      said,
      late({ DEBRIEF_CATEGORIE: 0, IDRDV_DEBRIEF: null, DEBRIEF_COMMENTAIRE: null }),
    )
    expect(debrief.status).toBe(200)
    expect((await diane.get(`/rdvs/${rdv.IDRDV}`)).data).toMatchObject({ ...said, IDPERSONNELS: ['camille'] })
    const entry = { id: 'j1', GENRE: 'note', LE: '2026-11-24 10:00', AUTEUR: 'marc', TEXTE: 'Accès par la cour' }
    const journal = await marc.put(`/projets/${own.IDPROJET}`, { JOURNAL: [entry] }, late({ JOURNAL: [] }))
    expect(journal.status).toBe(200)
    const lines = (await diane.get(`/projets/${own.IDPROJET}`)).data.JOURNAL as Values[]
    expect(lines.map(({ TEXTE }) => TEXTE)).toContain('Accès par la cour')
  })

  it('[PUSH-12] what says who, when or for whom is not taken over: it is kept as a conflict beside the notes that came with it', async () => {
    await give()
    const moved = { ...THEO, FIN: '2026-11-24 19:00' }
    const patch = { NOTES: [note('n1')], IDINTERVENTION_PLANNING: [moved] }
    const answer = await theo.put(path(), patch, late({ NOTES: [], IDINTERVENTION_PLANNING: [THEO] }))
    expect([answer.status, answer.body]).toEqual([200, { data: null }])
    expect(await stored()).toMatchObject({ NOTES: [note('n1')], IDINTERVENTION_PLANNING: [MARC] })
    const kept = (await diane.get('/conflits')).list.filter(({ PERDU_PAR }) => PERDU_PAR === 'theo')
    expect(kept).toMatchObject([
      { PERDU: { IDINTERVENTION_PLANNING: [moved] }, IDENREGISTREMENT: works.IDINTERVENTION },
    ])
    expect((await theo.get(path())).status).toBe(404)
  })

  it('[PUSH-12] a late move, in time or place, moves no colleague: it is kept as a conflict beside what came with it', async () => {
    const [was, moved] = [
      { RDV_DEBUT: '2026-11-24 09:00', RDV_FIN: '2026-11-24 10:00' },
      { RDV_DEBUT: '2026-11-26 14:00', RDV_FIN: '2026-11-26 15:00' },
    ]
    const { IDADRESSE } = await newAdresse(diane)
    const rdv = await newRdv(diane, { ...was, IDPROJET: projet.IDPROJET, IDPERSONNELS: ['marc'] })
    expect((await diane.put(`/rdvs/${rdv.IDRDV}`, { IDPERSONNELS: ['camille'] })).status).toBe(200)
    const base = { ...was, IDADRESSE: null, OBSERVATIONS: null }
    const place = { ...moved, IDADRESSE }
    const patch = { ...place, OBSERVATIONS: 'Clé chez la voisine' }
    expect((await marc.put(`/rdvs/${rdv.IDRDV}`, patch, late(base))).status).toBe(200)
    expect((await diane.get(`/rdvs/${rdv.IDRDV}`)).data).toMatchObject({ ...base, OBSERVATIONS: patch.OBSERVATIONS })
    expect((await marc.put(`/rdvs/${rdv.IDRDV}`, moved, late(was, { counter: 3 }))).status).toBe(404)
    await give()
    const days = { RDV_DEBUT: works.RDV_DEBUT, RDV_FIN: works.RDV_FIN }
    const hours = { ...moved, NOTES: [note('n1')] }
    expect((await theo.put(path(), hours, late({ ...days, NOTES: [] }))).status).toBe(200)
    expect(await stored()).toMatchObject({ ...days, NOTES: [note('n1')], IDINTERVENTION_PLANNING: [MARC] })
    const kept = (await diane.get('/conflits')).list.map(({ PERDU_PAR, PERDU }) => [PERDU_PAR, PERDU])
    expect(kept).toEqual(
      expect.arrayContaining([
        ['marc', place],
        ['theo', moved],
      ]),
    )
  })

  it('[PUSH-12] [MERGE-4] a late note on an appointment that was cancelled since is stored, and the appointment stays cancelled', async () => {
    const rdv = await newRdv(diane, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['marc'] })
    const at = `/rdvs/${rdv.IDRDV}`
    const people = async (): Promise<Values> => (await diane.get(at)).data
    expect((await diane.put(at, { IDPERSONNELS: ['camille'] })).status).toBe(200)
    expect((await diane.del(at, { seen: 99 })).status).toBe(204)
    const edit = (caller: Caller, OBSERVATIONS: string, base: string | null): Promise<Answer> =>
      caller.put(at, { OBSERVATIONS }, late({ OBSERVATIONS: base }))
    expect((await edit(marc, 'Clé chez la voisine', null)).body).toEqual({ data: null })
    expect(await people()).toMatchObject({ OBSERVATIONS: 'Clé chez la voisine', SUPPRIME: 1 })
    expect((await diane.get('/conflits')).list).toEqual([])
    // Its own people did not know that it was cancelled.
    expect((await edit(company.as('camille'), 'Portail vert', null)).status).toBe(200)
    expect((await people()).SUPPRIME).toBe(0)
  })

  it('[PUSH-12] [I13] a PV that arrives after the successor’s is kept beside it, named, and told in the project’s journal', async () => {
    await give()
    const first = pdf('first PV')
    expect((await upload(marc, onWorks('intervention_sign_pv'), first)).status).toBe(201)
    const second = pdf('second PV')
    const fields = onWorks('intervention_sign_pv')
    for (const _ of ['sent', 'sent again']) {
      const answer = await upload(theo, fields, second)
      expect([answer.status, answer.data?.SHA256]).toEqual([201, sha256(second)])
    }
    const files = (await marc.pull('/fichiers')).rows.map(({ ORIGINE, NOM, SHA256 }) => [ORIGINE, NOM, SHA256])
    expect(files).toEqual([
      ['intervention_sign_pv', 'x.pdf', sha256(first)],
      ['document', 'Second PV de réception.pdf', sha256(second)],
    ])
    const { JOURNAL } = (await diane.get(`/projets/${projet.IDPROJET}`)).data
    expect((JOURNAL as Values[]).map(({ RESULTAT }) => RESULTAT)).toEqual(['Second PV signé reçu'])
  })

  const sendPv = (caller: Caller, name: string): Promise<Answer> =>
    upload(caller, onWorks('intervention_sign_pv'), pdf(name))
  /** Origins and authors of the files, as they arrived, and what the project's journal says of them. */
  const kept = async () => {
    const files = (await diane.pull('/fichiers')).rows
    const { JOURNAL } = (await diane.get(`/projets/${projet.IDPROJET}`)).data
    const told = (JOURNAL as Values[]).filter(({ RESULTAT }) => RESULTAT === 'Second PV signé reçu')
    return {
      files: files.map(({ ORIGINE, IDPERSONNEL }) => [ORIGINE, IDPERSONNEL]),
      told: told.map(({ IDPERSONNEL }) => IDPERSONNEL),
    }
  }

  it('[PUSH-12] [I13] the successor’s PV that arrives after the late one is kept beside it', async () => {
    await give()
    expect((await sendPv(theo, 'late PV')).status).toBe(201)
    const fields = onWorks('intervention_sign_pv')
    for (const _ of ['sent', 'sent again']) expect((await upload(marc, fields, pdf('its own PV'))).status).toBe(201)
    expect(await kept()).toEqual({
      files: [
        ['intervention_sign_pv', 'theo'],
        ['document', 'marc'],
      ],
      told: ['marc'],
    })
    expect((await sendPv(theo, 'another PV')).code).toBe('IMMUTABLE')
  })

  it('[PUSH-12] [I13] a late PV of somebody who still sees the project is kept beside the successor’s', async () => {
    await newIntervention(diane, projet, { IDINTERVENTION_PLANNING: [THEO] })
    await give()
    expect((await theo.get(path())).status).toBe(200)
    expect([(await sendPv(marc, 'PV')).status, (await sendPv(theo, 'late PV')).status]).toEqual([201, 201])
    expect(await kept()).toEqual({
      files: [
        ['intervention_sign_pv', 'marc'],
        ['document', 'theo'],
      ],
      told: ['theo'],
    })
  })

  it('[PUSH-11] [PUSH-12] [I13] a late PV of somebody who has left is kept beside the successor’s', async () => {
    works = await newIntervention(diane, projet, {
      IDINTERVENTION_PLANNING: [{ ...THEO, DEBUT: '2099-03-02 08:00', FIN: '2099-03-02 17:00' }],
    })
    await handOver('theo', 'marc')
    expect(await stored()).toMatchObject({ IDINTERVENTION_PLANNING: [{ IDPERSONNEL: 'marc' }] })
    expect([(await sendPv(marc, 'PV')).status, (await sendPv(theo, 'late PV')).status]).toEqual([201, 201])
    expect((await kept()).files).toEqual([
      ['intervention_sign_pv', 'marc'],
      ['document', 'theo'],
    ])
  })

  it('[PUSH-12] [I13] of a project that was handed over, the PV of whoever took it over is kept beside the leaver’s', async () => {
    // Their hours had ended: they are still named there, and nobody was taken off.
    projet = await newProjet(diane, { IDRESPONSABLEPROJET: 'camille' })
    works = await newIntervention(diane, projet, { IDINTERVENTION_PLANNING: [slot('p1', 'camille')] })
    await handOver('camille', 'colin')
    expect((await sendPv(company.as('camille'), 'PV')).status).toBe(201)
    expect((await sendPv(company.as('colin'), 'its own PV')).status).toBe(201)
    expect((await kept()).files).toEqual([
      ['intervention_sign_pv', 'camille'],
      ['document', 'colin'],
    ])
  })

  it('[I13] of two people who are both planned, the second PV is refused, as another one of the same person', async () => {
    await plan([THEO, MARC])
    expect((await sendPv(theo, 'PV')).status).toBe(201)
    expect([(await sendPv(marc, 'another PV')).code, (await sendPv(theo, 'a third')).code]).toEqual([
      'IMMUTABLE',
      'IMMUTABLE',
    ])
  })

  const feedback = (caller: Caller, word: 'good' | 'bad', counter: number): Promise<Answer> =>
    caller.post(
      `/intervention_feedback/${word}/${works.IDINTERVENTION}`,
      { DATE_FEEDBACK: '2026-11-24T16:00:00.000Z' },
      late({ FEEDBACK: null, DATE_FEEDBACK: null }, { counter }),
    )
  const notTaken = async (): Promise<unknown[][]> => {
    const { JOURNAL } = (await diane.get(`/projets/${projet.IDPROJET}`)).data
    return (JOURNAL as Values[]).map(({ RESULTAT, IDPERSONNEL }) => [RESULTAT, IDPERSONNEL])
  }

  it('[PUSH-12] a feedback that arrives after the successor’s changes nothing, and is in the project’s journal', async () => {
    await give()
    const pv = await sendPv(marc, 'PV')
    expect([pv.status, (await feedback(marc, 'good', 3)).status]).toEqual([201, 200])
    const answer = await feedback(theo, 'bad', 9)
    expect([answer.status, answer.data, (await stored()).FEEDBACK]).toEqual([200, null, 'bon'])
    expect(await notTaken()).toEqual([['Retour « mauvais » non retenu', 'theo']])
  })

  it('[PUSH-12] so does the late feedback of somebody who still sees the project', async () => {
    await newIntervention(diane, projet, { IDINTERVENTION_PLANNING: [THEO] })
    await give()
    const pv = await sendPv(marc, 'PV')
    expect([pv.status, (await feedback(marc, 'good', 3)).status]).toEqual([201, 200])
    expect([(await feedback(theo, 'bad', 9)).status, (await stored()).FEEDBACK]).toEqual([200, 'bon'])
    expect(await notTaken()).toEqual([['Retour « mauvais » non retenu', 'theo']])
    // Once their device has the successor's, they change it on purpose.
    const known = { FEEDBACK: 'bon', DATE_FEEDBACK: (await stored()).DATE_FEEDBACK }
    const { VERSION } = (await theo.get(path())).data
    const asked = late(known, { counter: 12, seen: Number(VERSION) })
    expect((await theo.post(`/intervention_feedback/bad/${works.IDINTERVENTION}`, {}, asked)).status).toBe(200)
    expect((await stored()).FEEDBACK).toBe('mauvais')
  })

  it('[PUSH-12] the successor’s feedback replaces the late one that arrived before it', async () => {
    await give()
    const pv = await sendPv(marc, 'PV')
    expect([pv.status, (await feedback(theo, 'bad', 9)).status, (await stored()).FEEDBACK]).toEqual([
      201,
      200,
      'mauvais',
    ])
    expect([(await feedback(marc, 'good', 3)).status, (await stored()).FEEDBACK]).toEqual([200, 'bon'])
    expect(await notTaken()).toEqual([['Retour « mauvais » non retenu', 'theo']])
    expect((await diane.get('/conflits')).list).toEqual([])
  })

  it('[PUSH-12] what the office gave is no successor’s feedback: a late « bon » with its PV counts', async () => {
    await give()
    expect((await diane.post(`/intervention_feedback/bad/${works.IDINTERVENTION}`, {})).status).toBe(200)
    expect((await sendPv(theo, 'late PV')).status).toBe(201)
    expect([(await feedback(theo, 'good', 9)).status, (await stored()).FEEDBACK]).toEqual([200, 'bon'])
    expect(await notTaken()).toEqual([['Retour « mauvais » non retenu', 'diane']])
  })

  it.each([
    ['theo', 'marc'],
    ['theo', 'diane'],
    ['diane', 'theo'],
  ] as const)(
    '[PUSH-12] of two feedbacks that did not know each other, by %s and %s, « bon » counts, whichever arrives first',
    async (first, second) => {
      await plan([THEO, MARC])
      const [good, bad] = [company.as(first), company.as(second)]
      const pv = await sendPv(theo, 'PV')
      expect([pv.status, (await feedback(good, 'good', 3)).status]).toEqual([201, 200])
      const answer = await feedback(bad, 'bad', 9)
      expect([answer.status, answer.data?.FEEDBACK, (await stored()).FEEDBACK]).toEqual([200, 'bon', 'bon'])
      works = await newIntervention(diane, projet, { IDINTERVENTION_PLANNING: [THEO, MARC] })
      expect([(await sendPv(theo, 'another PV')).status, (await feedback(bad, 'bad', 9)).status]).toEqual([201, 200])
      expect([(await feedback(good, 'good', 3)).status, (await stored()).FEEDBACK]).toEqual([200, 'bon'])
      expect(await notTaken()).toEqual([
        ['Retour « mauvais » non retenu', second],
        ['Retour « mauvais » non retenu', second],
      ])
      const { JOURNAL } = (await diane.get(`/projets/${projet.IDPROJET}`)).data
      expect((JOURNAL as Values[])[0]?.TEXTE).toMatch(/^Deux personnes ont donné un retour/)
      expect((await diane.get('/conflits')).list).toEqual([])
    },
  )

  it('[PUSH-12] a feedback that knew the one of a colleague replaces it, and the journal says nothing', async () => {
    await plan([THEO, MARC])
    const pv = await sendPv(theo, 'PV')
    expect([pv.status, (await feedback(theo, 'good', 3)).status]).toEqual([201, 200])
    const seen = Number((await marc.get(path())).data.VERSION)
    const known = late({ FEEDBACK: 'bon' }, { counter: 9, seen })
    const answer = await marc.post(`/intervention_feedback/bad/${works.IDINTERVENTION}`, {}, known)
    expect([answer.status, (await stored()).FEEDBACK, await notTaken()]).toEqual([200, 'mauvais', []])
  })

  it('[PUSH-12] a conflict with the successor is kept for the people of the works, and shows the sender nothing', async () => {
    await give()
    expect(
      (await marc.put(path(), { RDV_OBJET: 'Pose du soir' }, late({ RDV_OBJET: 'Pose' }, { seen: 2 }))).status,
    ).toBe(200)
    const answer = await theo.put(path(), { RDV_OBJET: 'Pose du matin' }, late({ RDV_OBJET: 'Pose' }))
    expect([answer.status, answer.body]).toEqual([200, { data: null }])
    const words = [
      (await stored()).RDV_OBJET,
      ...(await marc.get('/conflits')).list.map((one) => JSON.stringify(one.PERDU)),
    ]
    expect(words.join(' ')).toMatch(/soir/)
    expect(words.join(' ')).toMatch(/matin/)
    expect((await theo.get('/conflits')).list).toEqual([])
  })

  it('[PUSH-12] another planning, and the deletion of an appointment, take people off', async () => {
    await plan([THEO, MARC])
    await plan([MARC])
    const taken = await server().db.inTenant(
      company.id,
      async (tx) => (await sql<Values>`select resource, record_id, personnel_id from taken_off`.execute(tx)).rows,
    )
    expect(taken).toEqual([{ resource: 'intervention', record_id: works.IDINTERVENTION, personnel_id: 'theo' }])
    const rdv = await newRdv(diane, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille', 'colin'] })
    expect((await diane.del(`/rdvs/${rdv.IDRDV}`, { seen: 99 })).status).toBe(204)
    const people = await server().db.inTenant(
      company.id,
      async (tx) =>
        (await sql<Values>`select personnel_id from taken_off where record_id = ${rdv.IDRDV} order by 1`.execute(tx))
          .rows,
    )
    expect(people).toEqual([{ personnel_id: 'camille' }, { personnel_id: 'colin' }])
  })

  const notes = (caller: Caller, at = path()): Promise<Answer> =>
    caller.put(at, { NOTES: [note('n1')] }, late({ NOTES: [] }))

  it('[PUSH-12] is refused: later than thirty days, to whoever was never planned, of other works, in another company', async () => {
    await give()
    expect((await notes(company.as('camille'))).status).toBe(403)
    const other = await newIntervention(diane, projet, { IDINTERVENTION_PLANNING: [MARC] })
    expect((await notes(theo, `/interventions/${other.IDINTERVENTION}`)).status).toBe(404)
    const elsewhere = await newIntervention(company.as('bruno'), await newProjet(company.as('bruno')))
    expect((await notes(theo, `/interventions/${elsewhere.IDINTERVENTION}`)).status).toBe(404)
    const stranger = await server().company()
    expect((await notes(stranger.as('theo'))).status).toBe(404)
    await age(LATE_DAYS + 1)
    expect((await notes(theo)).status).toBe(404)
    expect((await upload(theo, onWorks('photo'), png('too late'))).code).toBe('PARENT_MISSING')
    await age(LATE_DAYS - 1)
    expect((await notes(theo)).status).toBe(200)
    expect((await upload(theo, onWorks('photo'), png('in time'))).status).toBe(201)
  })

  it('[PUSH-12] is refused: a deletion, planning oneself again, and what no device wrote', async () => {
    const rdv = await newRdv(diane, { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['marc'] })
    expect((await diane.put(`/rdvs/${rdv.IDRDV}`, { IDPERSONNELS: ['camille'] })).status).toBe(200)
    await give()
    await plan([])
    expect((await marc.del(`/rdvs/${rdv.IDRDV}`, { seen: 1, counter: 2 })).status).toBe(404)
    const join = { IDPERSONNELS: ['camille', 'marc'] }
    expect((await marc.put(`/rdvs/${rdv.IDRDV}`, join, late({ IDPERSONNELS: ['camille'] }))).status).toBe(404)
    const again = { IDINTERVENTION_PLANNING: [THEO] }
    expect((await theo.put(path(), again, late({ IDINTERVENTION_PLANNING: [] }))).status).toBe(404)
    const made = {
      IDRDV: randomUUID(),
      RDV_OBJET: 'x',
      RDV_DEBUT: HOURS.DEBUT,
      RDV_FIN: HOURS.FIN,
      IDPROJET: projet.IDPROJET,
    }
    expect((await marc.post('/rdvs', { ...made, IDPERSONNELS: ['marc'] }, { counter: 2 })).code).toBe('PARENT_MISSING')
    // A page, or another program, has read that it is somebody else's.
    expect((await theo.put(path(), { NOTES: [note('n1')] })).status).toBe(404)
    expect((await theo.put(path(), { NOTES: [note('n1')] }, { seen: 1 })).status).toBe(404)
    expect((await stored()).NOTES).toEqual([])
  })

  it('[PUSH-12] whoever is planned again reads again', async () => {
    await give()
    await plan([MARC, THEO])
    const answer = await notes(theo)
    expect([answer.status, answer.data?.NOTES]).toEqual([200, [note('n1')]])
  })
})
