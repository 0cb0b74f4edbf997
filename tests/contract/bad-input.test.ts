import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { messages } from '../../schemas/messages.ts'
import { answerOf, callerOf, describeContract } from '../support/contract.ts'
import { newClient, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'

const errorsOf = (body: Values): Values => body.errors as Values

describeContract('bad input', (server) => {
  it('answers malformed JSON with a coded French error and no trace of the inside', async () => {
    const company = await server().company()
    const answer = await company.as('camille').post('/clients', '{"NOM": ')
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ code: 'BAD_REQUEST', message: "Le corps de la requête n'est pas un JSON valide." })
  })

  it.each([
    ['a list', []],
    ['a text', '"texte"'],
    ['a number', '3'],
  ])('refuses %s where a record is wanted', async (_, body) => {
    const company = await server().company()
    const { IDCLIENT } = await newClient(company.as('camille'))
    expect((await company.as('camille').post('/clients', body)).status).toBe(422)
    expect((await company.as('camille').put(`/clients/${String(IDCLIENT)}`, body)).status).toBe(422)
  })

  it.each(['\ud83d', '\udc00', '\u0000'])(
    '[SERVER-8] refuses %j anywhere with the field’s name, and keeps nothing',
    async (sign) => {
      const company = await server().company()
      const [camille, diane] = [company.as('camille'), company.as('diane')]
      const projet = await newProjet(diane, { IDAGENCE: 'lyon' })
      const intervention = await newIntervention(diane, projet)
      const client = await newClient(camille)
      const text = `photo ${sign}`
      const note = { id: 'n', TEXTE: text, LE: '2026-11-23T10:00:00.000Z', IDPERSONNEL: 'diane' }
      const at = `/clients/${String(client.IDCLIENT)}`
      const base = { OBSERVATIONS: null }
      const writes: [string, () => ReturnType<typeof camille.put>][] = [
        [
          'NOTES',
          () =>
            diane.put(
              `/interventions/${String(intervention.IDINTERVENTION)}`,
              { NOTES: [note] },
              { base: { NOTES: [] }, seen: 1 },
            ),
        ],
        ['OBSERVATIONS', () => camille.put(at, { OBSERVATIONS: text }, { base, seen: 1 })],
        ['_base', () => camille.put(at, { OBSERVATIONS: 'a' }, { base: { OBSERVATIONS: text }, seen: 1 })],
        ['NOM', () => camille.post('/clients', { NOM: text })],
        ['_', () => camille.post('/clients', { NOM: 'a', [text]: 1 })],
        ['REPONSES', () => camille.post('/report/submission', { IDRAPPORT: 'r', REPONSES: { [text]: 'a' } })],
      ]
      for (const [field, write] of writes) {
        const { status, code, body } = await write()
        expect([status, code, body.errors]).toEqual([422, 'VALIDATION_ERROR', { [field]: [messages.brokenText] }])
      }
      expect((await camille.get(at)).data).toMatchObject({ OBSERVATIONS: null, VERSION: 1 })
    },
  )

  it('refuses a NUL in a search, a number without end and a nesting without end', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const search = await camille.get('/clients?NOM=a%00')
    expect([search.status, search.body.errors]).toEqual([422, { NOM: [messages.brokenText] }])
    const number = await camille.post('/clients', '{"NOM":"a","OBSERVATIONS":1e999}')
    expect([number.status, number.code]).toEqual([422, 'VALIDATION_ERROR'])
    for (const field of ['OBSERVATIONS', '_base']) {
      const deep = await camille.post('/clients', `{"NOM":"a","${field}":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
      expect([deep.status, deep.code]).toEqual([400, 'BAD_REQUEST'])
    }
  })

  it('refuses an oversize body', async () => {
    const company = await server().company()
    const answer = await company.as('camille').post('/clients', { NOM: 'A', OBSERVATIONS: 'x'.repeat(2_000_000) })
    expect([answer.status, answer.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('refuses a wrong type, field by field, in French', async () => {
    const company = await server().company()
    const { status, body } = await company
      .as('camille')
      .post('/clients', { NOM: 3, MAIL: 'pas un mail', PORTABLE: 'abc', PRENOM: ['x'] })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', message: 'Validation error' })
    expect(Object.keys(errorsOf(body)).sort()).toEqual(['MAIL', 'NOM', 'PORTABLE', 'PRENOM'])
    expect(errorsOf(body).MAIL).toEqual(['Veuillez entrer une adresse email valide'])
  })

  it('refuses a missing required field', async () => {
    const company = await server().company()
    const { status, body } = await company.as('camille').post('/clients', {})
    expect([status, errorsOf(body)]).toEqual([422, { NOM: ['Ce champ est requis'] }])
  })

  it.each(['2026-02-31 10:00', '2026-13-01 10:00', '2026-11-23 24:30', '2026-11-23', '23/11/2026 10:00'])(
    'refuses the impossible moment %s',
    async (moment) => {
      const company = await server().company()
      const body = { RDV_DEBUT: moment, RDV_FIN: '2026-12-31 12:00' }
      const answer = await company.as('camille').post('/rdvs', body)
      expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([422, ['RDV_DEBUT']])
    },
  )

  it('refuses an hour that the change to summer time skips, and takes those around it', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const skipped = await camille.post('/rdvs', { RDV_DEBUT: '2026-03-29 02:30', RDV_FIN: '2026-03-29 05:00' })
    expect(skipped.status).toBe(422)
    expect(errorsOf(skipped.body).RDV_DEBUT).toEqual([expect.stringContaining("Cette heure n'existe pas")])
    const around = { RDV_DEBUT: '2026-03-29 01:30', RDV_FIN: '2026-03-29 03:00' }
    const { status, data } = await camille.post('/rdvs', around)
    expect([status, data]).toEqual([201, expect.objectContaining(around)])
    expect((await camille.put(`/rdvs/${String(data.IDRDV)}`, { RDV_FIN: '2026-03-29 02:59' })).status).toBe(422)
    const projet = await newProjet(camille)
    const planning = [{ id: 'p', IDPERSONNEL: 'theo', DEBUT: '2026-03-29 02:10', FIN: '2026-03-29 12:00' }]
    const { IDINTERVENTION } = await newIntervention(company.as('alice'), projet)
    const at = `/interventions/${String(IDINTERVENTION)}`
    expect((await company.as('alice').put(at, { IDINTERVENTION_PLANNING: planning })).status).toBe(422)
  })

  it('refuses an end before the start, at creation and by an edit', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    const turned = await camille.post('/rdvs', { RDV_DEBUT: '2026-11-23 10:00', RDV_FIN: '2026-11-23 09:00' })
    expect([turned.status, errorsOf(turned.body)]).toEqual([422, { RDV_FIN: ['La fin doit être après le début'] }])
    const rdv = await newRdv(camille)
    const at = `/rdvs/${String(rdv.IDRDV)}`
    expect((await camille.put(at, { RDV_FIN: '2026-11-23 08:00' })).status).toBe(422)
    const based = await camille.put(at, { RDV_FIN: '2026-11-23 08:00' }, { base: { RDV_FIN: rdv.RDV_FIN }, seen: 1 })
    expect(based.status).toBe(422)
    expect((await camille.get(at)).data).toMatchObject({ RDV_FIN: rdv.RDV_FIN, VERSION: 1 })
  })

  it('[ENT-03] reads the zero date of the old contract as « unset »', async () => {
    const company = await server().company()
    const zero = '0000-00-00T00:00:00.000'
    const projet = await newProjet(company.as('camille'), { RELANCE_INTERMEDIAIRE: zero, DATE_SANS_SUITE: zero })
    expect(projet).toMatchObject({ RELANCE_INTERMEDIAIRE: null, DATE_SANS_SUITE: null })
  })

  it('refuses an unknown company, an expired token, and the key of another company', async () => {
    const [company, other] = [await server().company(), await server().company()]
    const { app, db } = server()
    const unknown = answerOf(
      await app.inject({ method: 'GET', url: '/api/lolapp/start', headers: { 'company-key': 'nobody' } }),
    )
    expect([unknown.status, unknown.code]).toEqual([404, 'NOT_FOUND'])
    const crossed = await company.as('camille').get('/clients', { 'company-key': other.id })
    expect([crossed.status, crossed.code]).toEqual([403, 'UNAUTHORIZED'])

    const { token } = await app.sessions.open({
      kind: 'personnel',
      accountId: 'camille',
      companyId: company.id,
      deviceId: null,
    })
    const caller = callerOf(app, token)
    await db.inTenant(company.id, (tx) =>
      tx
        .updateTable('session')
        .set({ expires_at: new Date(0) })
        .where('account_id', '=', 'camille')
        .execute(),
    )
    const expired = await caller.get('/clients')
    expect([expired.status, expired.code]).toEqual([401, 'UNAUTHENTICATED'])
  })

  it("refuses a write made for another account than the token's", async () => {
    const company = await server().company()
    const headers = { 'lolapp-account': 'personnel:colin' }
    const answer = await company.as('camille').post('/clients', { NOM: 'A' }, { headers })
    expect([answer.status, answer.code]).toEqual([401, 'ACCOUNT_MISMATCH'])
  })

  it.each([
    ['/rdvs?RDV_DEBUT=2026-02-31', 'RDV_DEBUT'],
    ['/devis?TYPE=perdu', 'TYPE'],
    ['/projets?TYPE=perdu', 'TYPE'],
    ['/interventions?DATE_DEBUT=hier', 'DATE_DEBUT'],
    ['/clients?limit=beaucoup', 'limit'],
    ['/clients?offset=-1', 'offset'],
  ])('refuses the filter %s', async (path, field) => {
    const company = await server().company()
    const { status, body } = await company.as('camille').get(path)
    expect([status, Object.keys(errorsOf(body))]).toEqual([422, [field]])
  })

  it('keeps what looks like SQL or markup as the text that it is', async () => {
    const company = await server().company()
    const NOM = `Robert'); drop table client; -- <script>alert(1)</script>`
    const { IDCLIENT } = await newClient(company.as('camille'), { NOM })
    expect((await company.as('camille').get(`/clients/${String(IDCLIENT)}`)).data.NOM).toBe(NOM)
    expect((await company.as('camille').get(`/clients?NOM=${encodeURIComponent("Robert'%_")}`)).status).toBe(200)
  })

  it('refuses a text with a NUL', async () => {
    const company = await server().company()
    expect((await company.as('camille').post('/clients', { NOM: 'A\u0000B' })).status).toBe(422)
  })
})
