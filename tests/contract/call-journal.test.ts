import { createECDH, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { isDateTime } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { saveCredential } from '../../server/accounts/credentials.ts'
import type { DeclaredRoute } from '../../server/plugins/declared-routes.ts'
import { paramsOf } from '../support/access/fixtures.ts'
import { sample } from '../support/access/samples.ts'
import { statePapers } from '../support/company-papers.ts'
import { type Caller, type ContractApp, type ContractCompany, describeContract } from '../support/contract.ts'
import { newAdresse, newDevis, newId, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import { pdfText } from '../support/pdf-text.ts'
import { newAddress, newCustomer, setQuote, signBody, TRANSMITTED, WITH_OUTBOX } from '../support/space.ts'

/** A rep's note that only the company may read. */
const SECRET = 'marchande tout, divorce en cours'
const line = (at: string, words: string): string => `Appel du ${at} (Camille Roux) : Joint. ${words}`

/** A project whose calls an older app wrote into its description. */
async function called(server: ContractApp, company: ContractCompany) {
  const camille = company.as('camille')
  const adresse = await newAdresse(camille)
  const customer = await newCustomer(server, company, { IDADRESSE: adresse.IDADRESSE, NOM: 'Durand' })
  const projet = await newProjet(camille, {
    IDCLIENT: customer.id,
    DESCRIPTION: 'Fenêtres',
    ADRESSE_CHANTIER: adresse.IDADRESSE,
  })
  const at = `/projets/${projet.IDPROJET}`
  const written = await camille.put(
    at,
    { DESCRIPTION: `Fenêtres\n${line('20/11/2026 18:05', SECRET)}` },
    { headers: { [HEADER.version]: '0' }, base: { DESCRIPTION: 'Fenêtres' }, seen: 1, counter: 2 },
  )
  expect(written.status).toBe(200)
  return { camille, customer, projet, at }
}

const inDatabase = (
  server: ContractApp,
  company: ContractCompany,
  id: unknown,
  description: string,
): Promise<unknown> =>
  server.db.inTenant(company.id, (tx) =>
    sql`update projet set "DESCRIPTION" = ${description}, seq = take_seq(1) where "IDPROJET" = ${id}`.execute(tx),
  )

describeContract(
  'the calls that a rep notes',
  (server) => {
    it('[DAY-02 hidden] [AUT-11] [SEC] [VER-9] never reach the customer: no route of theirs, no mail, SMS or push, no PDF, no calendar, no public link', async () => {
      const { app } = server()
      const company = await server().company()
      const { camille, customer, projet } = await called(server(), company)
      await statePapers(server().db, company.id)
      app.companies.forget()
      const own = {
        id: 'c1',
        GENRE: 'note',
        LE: '2026-11-20 18:00',
        AUTEUR: 'Alice',
        IDPERSONNEL: 'alice',
        TEXTE: SECRET,
      }
      const noted = await camille.put(
        `/clients/${customer.id}`,
        { JOURNAL: [own] },
        { base: { JOURNAL: [] }, counter: 9 },
      )
      // Whoever adds an entry is its author, of a client's journal too.
      expect(noted.data.JOURNAL).toMatchObject([{ TEXTE: SECRET, IDPERSONNEL: 'camille' }])
      const IDPROJET = String(projet.IDPROJET)
      // A push is sent to whoever asked for it only.
      const keys = {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      }
      const subscription = { endpoint: 'https://push.example.com/send/1', keys }
      expect((await camille.post('/push/subscribe', subscription)).status).toBe(204)
      await newRdv(camille, { IDPROJET, IDPERSONNELS: ['camille'] })
      const quote = async (): Promise<string> => {
        const made = await newDevis(camille, projet, {
          OBJET: 'Fenêtres',
          DATE_EDITION: '2026-11-20',
          DATE_VALIDITE: '2999-12-31',
        })
        return String(made.IDDEVIS)
      }
      const [waiting, signed] = [await quote(), await quote()]
      await setQuote(server(), company, signed, { DATE_TRANSMISSION: TRANSMITTED })
      const body = await signBody(server(), company, customer, signed)
      expect((await customer.caller.post(`/space/devis/${signed}/sign`, body)).status).toBe(200)
      // After the signature: one that was sent before it asks for none any more.
      expect((await camille.post(`/devis/${waiting}/transmit`, {})).status).toBe(200)
      for (const CANAL of ['mail', 'sms'])
        await camille.post(`/devis/${waiting}/relance`, { RELANCES: [{ id: newId('relance'), CANAL }] })
      const works = await newIntervention(company.as('alice'), projet, { IDDEVIS: signed })
      for (const type of ['apres_vente', 'comptable', 'parrain'])
        await customer.caller.post('/space/mail/send', {
          type,
          MESSAGE: 'Bonjour',
          IDPROJET,
          ...(type === 'parrain' ? { FILLEUL: { NOM: 'Martin', PORTABLE: '0639980077' } } : {}),
        })
      const login = { id: 'camille', mail: 'camille@example.com', passwordHash: 'x' }
      await server().db.inTenant(company.id, (tx) => saveCredential(tx, login))
      const ics = await camille.post('/ics/token', {})
      const { token } = (await camille.post(`/devis/${waiting}/public_link`, {})).data
      const link = await app.inject({
        method: 'POST',
        url: '/api/space/login_public',
        headers: { 'company-key': company.id },
        payload: { token },
      })
      const limited = link.json<{ data?: { token: string }; token?: string }>()
      // A server older than the journal, run again for a day, accepts such a line: it stays in the table's description.
      await inDatabase(server(), company, IDPROJET, `Fenêtres\n${line('21/11/2026 09:00', SECRET)}`)

      const sessions: [string, Record<string, string>][] = [
        ['client', { authorization: `Bearer ${customer.caller.token}` }],
        ['lien', { authorization: `Bearer ${limited.data?.token ?? limited.token}` }],
        ['personne', { 'company-key': company.id }],
      ]
      const files = (await customer.caller.get(`/space/devis/${signed}/files`)).list
      const ids = [IDPROJET, waiting, signed, customer.id, String(works.IDINTERVENTION)]
      const names = [
        ...ids,
        ...files.map((file) => String(file.IDFICHIER)),
        String(ics.data.url).split('/').at(-1) ?? '',
      ]
      const read: string[] = []
      for (const route of app.declaredRoutes.filter(forCustomers)) {
        for (const id of paramsOf(route.url).length > 0 ? names : ['']) {
          for (const [who, headers] of sessions) {
            const answer = await app.inject({
              ...requestOf(route, { id, IDPROJET, IDDEVIS: waiting }),
              ...{ headers: { ...headers, ...contentOf(route) } },
              remoteAddress: newAddress(),
            })
            const text =
              answer.rawPayload.subarray(0, 5).toString() === '%PDF-'
                ? await pdfText(answer.rawPayload)
                : answer.payload
            if (answer.statusCode < 300) read.push(`${who} ${route.method} ${route.url}`)
            expect([route.method, route.url, who, text.includes(SECRET), text.includes('JOURNAL')]).toEqual([
              route.method,
              route.url,
              who,
              false,
              false,
            ])
          }
        }
      }
      // Checks that these routes really answered.
      expect(read).toEqual(
        expect.arrayContaining([
          'client GET /api/space/project',
          'client GET /api/space/project/:id',
          'client GET /api/space/client',
          'client GET /api/space/commande',
          'lien GET /api/space/devis/:id',
          'personne GET /api/ics/:hash',
        ]),
      )
      const sent = await server().db.inTenant(company.id, (tx) =>
        sql<Values>`select channel, payload from message`.execute(tx),
      )
      expect(new Set(sent.rows.map(({ channel }) => channel))).toEqual(new Set(['mail', 'sms', 'push']))
      expect(JSON.stringify(sent.rows)).not.toContain(SECRET)
      for (const id of [waiting, signed]) {
        const pdf = await app.inject({
          url: `/api/devis/${id}/pdf`,
          headers: { authorization: `Bearer ${camille.token}` },
        })
        expect([pdf.statusCode, (await pdfText(pdf.rawPayload)).includes(SECRET)]).toEqual([200, false])
      }
      expect(JSON.stringify((await camille.get(`/projets/${IDPROJET}`)).data.JOURNAL)).toContain(SECRET)
    })

    it('[DAY-02 journal] [MERGE-5] [VER-9] two calls that are noted at the same time are both kept, each with its author, which no body can set', async () => {
      const company = await server().company()
      const { at } = await called(server(), company)
      const note = (who: Caller, id: string, IDPERSONNEL: string) =>
        who.put(
          at,
          { JOURNAL: [{ id, GENRE: 'appel', LE: '2026-11-22 10:00', AUTEUR: id, IDPERSONNEL, RESULTAT: 'Joint' }] },
          { base: { JOURNAL: [] }, seen: 2, counter: 3 },
        )
      expect((await note(company.as('camille'), 'un', 'camille')).status).toBe(200)
      expect((await note(company.as('alice'), 'deux', 'camille')).status).toBe(200)
      const { JOURNAL } = (await company.as('camille').get(at)).data
      expect((JOURNAL as Values[]).map(({ AUTEUR, IDPERSONNEL }) => [AUTEUR, IDPERSONNEL])).toEqual([
        ['Camille Roux', undefined],
        ['alice', 'alice'],
        ['camille', 'camille'],
      ])
    })

    it('[DAY-02 journal] [MERGE-5] [SEC] an entry is its author’s, a call or a note; known ones stay as they are, whatever a body says of them', async () => {
      const company = await server().company()
      const { at } = await called(server(), company)
      const [camille, alice] = [company.as('camille'), company.as('alice')]
      const entry = (id: string, more: Values = {}) => ({
        id,
        GENRE: 'appel',
        LE: '2026-11-22 10:00',
        AUTEUR: 'La direction',
        RESULTAT: 'Joint',
        ...more,
      })
      const journal = async () => (await camille.get(at)).data.JOURNAL as Values[]
      const forged = [entry('a', { GENRE: 'message' }), entry('b', { LE: '2026-02-31 10:00' })]
      expect((await camille.put(at, { JOURNAL: forged }, { base: { JOURNAL: [] }, counter: 3 })).status).toBe(200)
      const known = await journal()
      expect(
        ['a', 'b']
          .map((id) => known.find((one) => one.id === id) ?? {})
          .map(({ AUTEUR, GENRE, IDPERSONNEL }) => [AUTEUR, GENRE, IDPERSONNEL]),
      ).toEqual([
        ['camille', 'note', 'camille'],
        ['camille', 'appel', 'camille'],
      ])
      expect(known.map(({ LE }) => isDateTime(String(LE)))).toEqual([true, true, true])
      // Rewritten and removed by somebody else, as a device names it and as an older app or another program sends it.
      const rewritten = known.map((one) => ({ ...one, TEXTE: 'jamais joint', AUTEUR: 'Camille', IDPERSONNEL: 'alice' }))
      const edits: [JOURNAL: Values[], base: Values[] | undefined][] = [
        [rewritten, known],
        [[], known],
        [rewritten, undefined],
        [[], undefined],
      ]
      for (const [who, caller] of [
        ['alice', alice],
        ['camille', camille],
      ] as const) {
        for (const [n, [JOURNAL, base]] of edits.entries()) {
          const added = entry(`${who}${n}`)
          const recall = { RELANCE_INTERMEDIAIRE: `2999-01-0${n + 1}` }
          const before = (await caller.get(at)).data
          const answer = await caller.put(
            at,
            { JOURNAL: [...JOURNAL, added], ...recall },
            base === undefined
              ? {}
              : {
                  base: { JOURNAL: base, RELANCE_INTERMEDIAIRE: before.RELANCE_INTERMEDIAIRE },
                  counter: Number(before.VERSION) + 1,
                },
          )
          // The rest of the edit is not lost.
          expect([answer.status, answer.data.RELANCE_INTERMEDIAIRE]).toEqual([200, recall.RELANCE_INTERMEDIAIRE])
        }
      }
      const now = await journal()
      expect(known.map(({ id }) => now.find((one) => one.id === id))).toEqual(known)
      expect(now).toHaveLength(known.length + 8)
      expect((await camille.get('/conflits')).list).toEqual([])
    })

    it('[DAY-02 journal] [VER-2] [VER-9] calls that older apps note at the same time meet no conflict, and the same line twice is one call', async () => {
      const company = await server().company()
      const { at, camille } = await called(server(), company)
      const first = line('20/11/2026 18:05', SECRET)
      const old = (counter: number, now: string) => ({
        headers: { [HEADER.version]: '0' },
        base: { DESCRIPTION: now },
        seen: 2,
        counter,
      })
      const before = `Fenêtres\n${first}`
      const [a, b] = [line('22/11/2026 10:00', 'a'), line('22/11/2026 10:01', 'b')]
      await camille.put(at, { DESCRIPTION: `${before}\n${a}` }, old(3, before))
      const second = await company.as('alice').put(at, { DESCRIPTION: `${before}\n${b}` }, old(3, before))
      expect(second.status).toBe(200)
      const { data } = await camille.get(at)
      expect(data.DESCRIPTION).toBe('Fenêtres')
      expect((data.JOURNAL as Values[]).map(({ TEXTE }) => TEXTE).sort()).toEqual(['a', 'b', SECRET])
      expect((await camille.get('/conflits')).list).toEqual([])
      // The description's text still merges as before.
      await camille.put(at, { DESCRIPTION: `Baies\n${first}` }, old(9, before))
      expect((await camille.get(at)).data.DESCRIPTION).toBe('Baies')
    })

    it('[DAY-02 moved] [VER-9] a line in the stored description moves to the journal with the next write of its project', async () => {
      const company = await server().company()
      const { at, camille, projet } = await called(server(), company)
      await inDatabase(server(), company, projet.IDPROJET, `Portail\n${line('23/11/2026 08:00', 'plus tard')}`)
      await camille.put(at, { RELANCE_INTERMEDIAIRE: '2026-12-01' })
      const { data } = await camille.get(at)
      expect(data.DESCRIPTION).toBe('Portail')
      expect((data.JOURNAL as Values[]).map(({ TEXTE }) => TEXTE).sort()).toEqual([SECRET, 'plus tard'])
    })
  },
  { ...WITH_OUTBOX, logLevel: 'error' },
)

const forCustomers = ({ url, access, schema }: DeclaredRoute): boolean =>
  url.startsWith('/api/') &&
  !/^\/api\/docs|\/demo\/outbox|\/logout/.test(url) &&
  !((schema as { produces?: string[] }).produces ?? []).includes('text/event-stream') &&
  (access === 'public' || access.kinds.includes('client'))

const contentOf = ({ method }: DeclaredRoute): Record<string, string> =>
  method === 'GET' ? {} : { 'content-type': 'application/json', [HEADER.mutation]: newId('appel') }

function requestOf({ method, url, schema }: DeclaredRoute, known: Values & { id: string }) {
  const query = new URLSearchParams()
  const wanted = schema.querystring ? (sample(schema.querystring as TSchema, known) as object) : {}
  for (const [name, value] of Object.entries(wanted)) query.append(name, String(value))
  const path = url.replace(/:(\w+)(\([^)]*\))?/g, encodeURIComponent(known.id)).replace(/\*$/, 'x')
  return {
    method: method as 'GET',
    url: query.size > 0 ? `${path}?${query}` : path,
    ...(method === 'GET' ? {} : { payload: schema.body ? (sample(schema.body as TSchema, known) as object) : {} }),
  }
}
