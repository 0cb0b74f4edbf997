import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { type Champ, champOf, type Question } from '../../schemas/rules/report-forms.ts'
import { adminCaller, errorsOf } from '../support/admin-caller.ts'
import { describeContract } from '../support/contract.ts'
import { newClient } from '../support/contract-records.ts'
import type { PersonName } from '../support/staffed-company.ts'

const question = (values: Partial<Question>): Champ =>
  champOf({ id: 'q', LIBELLE: 'Question', TYPE: 'texte', OPTIONS: [], REQUIS: false, SI: null, ...values })

const CHAMPS = [
  question({ id: 'besoin', LIBELLE: 'Besoin', REQUIS: true }),
  question({ id: 'chauffage', LIBELLE: 'Chauffage', TYPE: 'choix', OPTIONS: ['Gaz', 'Bois'] }),
  question({
    id: 'conduit',
    LIBELLE: 'Conduit',
    TYPE: 'texte',
    REQUIS: true,
    SI: { CHAMP: 'chauffage', VALEUR: 'Bois' },
  }),
  question({ id: 'surface', LIBELLE: 'Surface', TYPE: 'nombre' }),
  question({ id: 'facade', LIBELLE: 'Façade', TYPE: 'photo' }),
]
const VISIT = { id: 'visite', TITRE: 'Visite', NATURES: ['nature-com'], CHAMPS, REVISION: 1 }
const COPY = { TITRE: 'Visite', REVISION: 1, CHAMPS }
const SECOND = [
  question({ id: 'besoin', LIBELLE: 'Besoin du client', REQUIS: true }),
  question({ id: 'budget', REQUIS: true }),
]

describeContract('report forms', (server) => {
  const withVisit = async () => {
    const company = await server().company()
    const made = await company.as('diane').post('/report', VISIT)
    expect([made.status, made.data]).toMatchObject([201, { CHAMPS, REVISION: 1 }])
    return company
  }
  const filled = (IDSOUMISSION: string, REPONSES: Values, more: Values = { FORMULAIRE: COPY }) => ({
    IDSOUMISSION,
    IDRAPPORT: 'visite',
    REPONSES,
    ...more,
  })
  const today = async (diane: { put: (path: string, body: unknown) => Promise<{ status: number }> }) =>
    expect((await diane.put('/report/visite', { CHAMPS: SECOND, REVISION: 2 })).status).toBe(200)

  it('[SET-04 forms] (rights) directors build a form, nobody else of the staff does, and every device gets it', async () => {
    const company = await withVisit()
    for (const name of ['camille', 'marc', 'theo', 'alice'] satisfies PersonName[]) {
      const clerk = company.as(name)
      expect([name, (await clerk.post('/report', { ...VISIT, id: `de-${name}` })).status]).toEqual([name, 403])
      expect([name, (await clerk.put('/report/visite', { ACTIF: 0 })).status]).toEqual([name, 403])
      expect((await clerk.pull('/report')).rows).toContainEqual(expect.objectContaining({ id: 'visite', CHAMPS }))
    }
  })

  it('[SET-04 forms] (builder) a form that cannot be answered is refused with the words of the question', async () => {
    const company = await withVisit()
    const diane = company.as('diane')
    const late = question({ id: 'z', LIBELLE: 'Étage', SI: { CHAMP: 'chauffage', VALEUR: 'Fioul' } })
    const bad = await diane.put('/report/visite', { CHAMPS: [...CHAMPS, late] })
    expect([bad.status, bad.body.errors]).toEqual([422, { CHAMPS: [expect.stringMatching(/^Étage : /)] }])
    for (const PLUS of [
      { REQUIS: true, TYPE: 'video' },
      { REQUIS: true, SI: { CHAMP: 'x' } },
      { REQUIS: true, autre: 1 },
    ])
      expect((await diane.put('/report/visite', { CHAMPS: [{ ...CHAMPS[0], PLUS }] })).status).toBe(422)
    expect((await diane.get('/report/visite')).data).toMatchObject({ CHAMPS })
  })

  it('[SET-04 forms] (answers) each answer fits its question, and what a condition hides is not required', async () => {
    const camille = (await withVisit()).as('camille')
    const refused: [Values, string][] = [
      [{}, 'Besoin : Ce champ est requis'],
      [{ besoin: 'x', chauffage: 'Fioul' }, 'Chauffage : Veuillez choisir une valeur de la liste'],
      [{ besoin: 'x', surface: 'cent' }, 'Surface : Veuillez entrer un nombre'],
      [{ besoin: 'x', chauffage: 'Bois' }, 'Conduit : Ce champ est requis'],
      [{ besoin: 'x', facade: 'f1' }, expect.stringContaining('demande un projet')],
    ]
    for (const FORMULAIRE of [COPY, undefined])
      for (const [REPONSES, message] of refused) {
        const answer = await camille.post('/report/submission', filled('s-non', REPONSES, { FORMULAIRE }))
        expect([answer.status, answer.body.errors]).toEqual([422, { REPONSES: [message] }])
      }
    const right = { besoin: 'Combles', chauffage: 'Gaz', surface: 12.5 }
    expect((await camille.post('/report/submission', filled('s-oui', right))).status).toBe(201)
    const corrected = await camille.put('/report/submission/s-oui', { REPONSES: { ...right, besoin: '' } })
    expect([corrected.status, corrected.body.errors]).toEqual([422, { REPONSES: ['Besoin : Ce champ est requis'] }])
    const broken = { ...COPY, CHAMPS: [{ ...CHAMPS[0], PLUS: { REQUIS: 'oui' } }] }
    expect((await camille.post('/report/submission', filled('s-x', right, { FORMULAIRE: broken }))).status).toBe(422)
  })

  it('[SET-04 versions] a report keeps the form that it answered, also one that was filled before the change arrived', async () => {
    const company = await withVisit()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    const answers = { besoin: 'Combles', chauffage: 'Gaz' }
    await camille.post('/report/submission', filled('s-avant', answers))
    await today(diane)
    const late = await camille.post('/report/submission', filled('s-apres', answers))
    expect([late.status, late.data.FORMULAIRE]).toEqual([201, COPY])
    const { rows } = await camille.pull('/report/submission')
    expect(rows.map(({ IDSOUMISSION, FORMULAIRE }) => [IDSOUMISSION, FORMULAIRE])).toEqual([
      ['s-avant', COPY],
      ['s-apres', COPY],
    ])
    // It is the author's statement: nobody changes it afterwards.
    expect((await diane.put('/report/submission/s-avant', { FORMULAIRE: { ...COPY, TITRE: 'x' } })).status).toBe(422)
    const corrected = await camille.put('/report/submission/s-avant', { REPONSES: { ...answers, chauffage: 'Fioul' } })
    expect(corrected.status).toBe(422)
  })

  it('[DAY-11 rights] its author corrects a report, and directors; nobody else who sees it, and nobody unseen', async () => {
    const company = await withVisit()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    const answers = { besoin: 'Combles', chauffage: 'Gaz' }
    const { data: projet } = await camille.post('/projets', { IDCLIENT: (await newClient(camille)).IDCLIENT })
    const sent = { ...filled('s-c', answers), IDPROJET: projet.IDPROJET }
    const forged = [{ id: 'x', LE: '2020-01-01T00:00:00.000Z', IDPERSONNEL: 'diane', AVANT: {} }]
    expect((await camille.post('/report/submission', { ...sent, CORRECTIONS: forged })).status).toBe(422)
    expect((await camille.post('/report/submission', sent)).data.CORRECTIONS).toEqual([])
    const put = (by: PersonName, REPONSES: Values, more: Values = {}) =>
      company.as(by).put('/report/submission/s-c', { REPONSES, ...more })
    // An assistant of the agency reads it.
    expect((await company.as('alice').get('/report/submission/s-c')).status).toBe(200)
    expect((await put('alice', { ...answers, besoin: 'Murs' })).status).toBe(403)
    const mine = await put('camille', { ...answers, besoin: 'Murs' })
    expect([mine.status, mine.data.CORRECTIONS]).toMatchObject([
      200,
      [{ IDPERSONNEL: 'camille', AVANT: { besoin: 'Combles' } }],
    ])
    const theirs = await put('diane', { ...answers, besoin: 'Sols' })
    expect(theirs.data.CORRECTIONS).toMatchObject([
      { IDPERSONNEL: 'camille', AVANT: { besoin: 'Combles' } },
      { IDPERSONNEL: 'diane', AVANT: { besoin: 'Murs' } },
    ])
    expect((await put('diane', { ...answers, besoin: 'Sols' })).data.CORRECTIONS).toHaveLength(2)
    expect((await put('diane', { ...answers, besoin: 'Toit' }, { CORRECTIONS: [] })).status).toBe(422)
    expect((await camille.del('/report/submission/s-c')).status).toBe(403)
    expect((await diane.del('/report/submission/s-c')).status).toBe(204)
    expect((await put('camille', answers)).status).toBe(404)
  })

  it('[DAY-11 reports] (two) of two corrections at once, the later one is the report, the other is kept as a conflict', async () => {
    const company = await withVisit()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    const REPONSES = { besoin: 'Combles', chauffage: 'Gaz' }
    const { data: projet } = await camille.post('/projets', { IDCLIENT: (await newClient(camille)).IDCLIENT })
    await camille.post('/report/submission', { ...filled('s-d', REPONSES), IDPROJET: projet.IDPROJET })
    const put = (by: PersonName, besoin: string, counter: number) =>
      company
        .as(by)
        .put('/report/submission/s-d', { REPONSES: { ...REPONSES, besoin } }, { base: { REPONSES }, seen: 1, counter })
    await put('camille', 'Murs', 2)
    const both = await put('diane', 'Sols', 3)
    expect(both.data).toMatchObject({
      REPONSES: { besoin: 'Sols' },
      CORRECTIONS: [{ AVANT: { besoin: 'Combles' } }, { AVANT: { besoin: 'Murs' } }],
    })
    const { rows } = await diane.pull('/conflits')
    expect(rows).toContainEqual(expect.objectContaining({ PERDU: { REPONSES: { ...REPONSES, besoin: 'Murs' } } }))
  })

  it('[DAY-11 reports] [VER-2] an app of before reads a report without its corrections', async () => {
    const company = await withVisit()
    const camille = company.as('camille')
    await camille.post('/report/submission', filled('s-v', { besoin: 'Combles' }))
    const shown = await camille.get('/report/submission/s-v', { [HEADER.version]: '4' })
    expect(shown.data).not.toHaveProperty('CORRECTIONS')
  })

  it('[SET-04 forms] [VER-5] (older apps) a report of an app that sends no form is kept, as that app asked it', async () => {
    const company = await withVisit()
    const [diane, camille] = [company.as('diane'), company.as('camille')]
    await today(diane)
    const older = { headers: { [HEADER.version]: '2' } }
    const REPONSES = { besoin: 'Combles', chauffage: 'Gaz', facade: 'vue du nord' }
    const sent = await camille.post('/report/submission', filled('s-2', REPONSES, {}), older)
    expect([sent.status, sent.data.REPONSES]).toEqual([201, REPONSES])
    expect(sent.data).not.toHaveProperty('FORMULAIRE')
    const { FORMULAIRE } = (await camille.get('/report/submission/s-2')).data
    expect(FORMULAIRE).toMatchObject({
      TITRE: 'Visite',
      REVISION: 2,
      CHAMPS: [{ id: 'besoin' }, { id: 'budget', TYPE: 'texte', REQUIS: false }],
    })
    // A program that is no app of ours answers the form of today.
    expect((await camille.post('/report/submission', filled('s-3', REPONSES, {}))).status).toBe(422)
  })

  it('[SET-04 versions] of two directors who change one form, the later list of questions is the form, the other is kept', async () => {
    const company = await withVisit()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    const base = { CHAMPS, REVISION: 1 }
    await diane.put('/report/visite', { CHAMPS: SECOND, REVISION: 2 }, { base, seen: 1, counter: 2 })
    const other = [question({ id: 'autre' })]
    const both = await bruno.put('/report/visite', { CHAMPS: other, REVISION: 2 }, { base, seen: 1, counter: 3 })
    // Another version: reports that answered the questions of the first say 2.
    expect(both.data).toMatchObject({ CHAMPS: other, REVISION: 3 })
    expect((await diane.pull('/conflits')).rows).toContainEqual(
      expect.objectContaining({ RESSOURCE: 'rapport', PERDU: { CHAMPS: SECOND } }),
    )
  })

  it('[SET-04 versions] the version grows with each change of the questions, whatever its author knew, and with nothing else', async () => {
    const diane = (await withVisit()).as('diane')
    const put = async (body: Values) => {
      const { status, data } = await diane.put('/report/visite', body)
      return [status, data.REVISION]
    }
    expect(await put({ CHAMPS: SECOND, REVISION: 2 })).toEqual([200, 2])
    // As an administrator's page that was opened before sends it again after its 409; then an app that sends no version.
    expect(await put({ CHAMPS, REVISION: 2 })).toEqual([200, 3])
    expect(await put({ CHAMPS: SECOND })).toEqual([200, 4])
    expect(await put({ CHAMPS: SECOND, TITRE: 'Visite à deux' })).toEqual([200, 4])
    expect(await put({ CHAMPS, REVISION: 9 })).toEqual([200, 9])
  })

  it('[SET-04 forms] [I10] (tenant) a director of another company neither sees nor changes a form', async () => {
    const [, other] = [await withVisit(), await server().company()]
    const stranger = other.as('diane')
    expect((await stranger.get('/report/visite')).status).toBe(404)
    expect((await stranger.put('/report/visite', { TITRE: 'x' })).status).toBe(404)
    expect((await stranger.post('/report/submission', filled('s-1', { besoin: 'x' }))).status).toBe(422)
  })

  it('[SET-04 forms] (administrators) they build the forms of the company that they name, and no other; the trail tells it', async () => {
    const { app, db } = server()
    const [company, other] = [await withVisit(), await server().company()]
    const admin = await adminCaller(app, db)
    const at = (path = '', of: { id: string } = company): string => `/admin/reports${path}?company_id=${of.id}`
    const before = await company.as('theo').pull('/report')
    const created = await admin.call('POST', at(), { ...VISIT, id: 'metre', TITRE: 'Métré' })
    expect([created.status, created.data]).toMatchObject([201, { id: 'metre', CHAMPS, VERSION: 1 }])
    const edited = await admin.call('PUT', at('/metre'), { ACTIF: 0 }, { 'if-match': '"1"' })
    expect([edited.status, edited.data]).toMatchObject([200, { ACTIF: 0, VERSION: 2 }])
    expect((await admin.call('PUT', at('/metre'), { TITRE: 'x' }, { 'if-match': '"1"' })).status).toBe(409)
    const bad = await admin.call('PUT', at('/metre'), { CHAMPS: [CHAMPS[2]] })
    expect([bad.status, errorsOf(bad)]).toEqual([422, { CHAMPS: [expect.stringMatching(/^Conduit : /)] }])
    expect((await admin.call('GET', at())).list.map(({ id }) => id)).toEqual(['metre', 'visite'])
    expect((await company.as('theo').pull('/report', before.checkpoint)).rows).toMatchObject([
      { id: 'metre', ACTIF: 0 },
    ])

    expect((await admin.call('GET', at('', other))).list).toEqual([])
    expect((await admin.call('PUT', at('/metre', other), { TITRE: 'x' })).status).toBe(404)
    expect((await admin.call('GET', '/admin/reports')).status).toBe(422)
    expect((await company.as('diane').get(at())).status).toBe(403)
    const trail = await admin.call('GET', `/admin/audit?company_id=${company.id}`)
    const done = trail.list.filter(({ target }) => target === 'rapport:metre').map(({ action }) => action)
    expect(done.sort()).toEqual(['rapport.created', 'rapport.updated'])
  })
})
