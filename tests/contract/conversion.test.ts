import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addMinutes, wallClock } from '../../schemas/dates.ts'
import { type ConversionInput, conversionDays } from '../../schemas/rules/conversion.ts'
import { saveCredential } from '../../server/accounts/credentials.ts'
import { describeContract } from '../support/contract.ts'
import { plant } from '../support/staffed-company.ts'

const SEED = 20_261_126
const SINCE = '2026-01-01'
const NATURES = [
  { id: 'nature-com', CODE: 'Com' },
  { id: 'nature-metre', CODE: 'Metre' },
]

describeContract('the figures of the ranking: what became of first visits', (server) => {
  it(`[MGR-05 rate] follow the rule of the screens, for any appointments and quotes (seed ${SEED})`, async () => {
    const company = await server().company()
    const now = wallClock(new Date(), 'Europe/Paris')
    const flag = fc.constantFrom(0 as const, 0 as const, 1 as const)
    const ids = Array.from({ length: 30 }, (_, i) => `p${i}`)
    const project = fc.constantFrom(...ids)
    const rdvs: ConversionInput['rdvs'] = fc
      .sample(
        fc.record({
          // In the last weeks and in days to come, so that some are not over; several begin at the same minute.
          at: fc.integer({ min: -20, max: 2 }),
          IDPROJET: fc.option(project, { freq: 8 }),
          IDNATURE_RDV: fc.constantFrom('nature-com', 'nature-metre', 'unknown', null),
          IDPERSONNELS: fc.subarray(['camille', 'colin', 'diane'], { minLength: 0 }),
          SUPPRIME: flag,
          DEBRIEF_CATEGORIE: fc.constantFrom(0, 1, 3, 4),
        }),
        { seed: SEED, numRuns: 80 },
      )
      .map(({ at, ...rdv }, index) => {
        const start = addMinutes(now, at * 1440)
        return { IDRDV: `r${index}`, RDV_DEBUT: start, RDV_FIN: addMinutes(start, 60), ...rdv }
      })
    const devis = fc.sample(
      fc.record({
        IDPROJET: project,
        DEVIS_SIGNE: flag,
        REFUSE: flag,
        DATE_TRANSMISSION: fc.constantFrom(null, '2026-11-10T09:00:00.000Z'),
      }),
      { seed: SEED, numRuns: 40 },
    )
    const projets = ids.map((IDPROJET, i) => ({ IDPROJET, TYPE_PROJET: i === 5 ? 1 : 0 }))
    await server().db.inTenant(company.id, async (tx) => {
      for (const projet of projets) await plant(tx, 'projet', { IDCLIENT: 'c', ...projet })
      for (const rdv of rdvs) await plant(tx, 'rdv', { ...rdv })
      for (const [i, quote] of devis.entries())
        await plant(tx, 'devis', { IDDEVIS: `d${i}`, IDCLIENT: 'c', LIGNES: [], ...quote })
    })
    const known = conversionDays({ projets, rdvs, devis, natures: NATURES, now }).filter(({ JOUR }) => JOUR >= SINCE)
    expect(known.length).toBeGreaterThan(3)
    // A technician, who sees none of these projects, has the same figures as everybody.
    const answer = await company.as('theo').get(`/ranking/days?DATE_DEBUT=${SINCE}`)
    expect([answer.status, answer.body]).toMatchObject([200, { conversion: known, left: [] }])

    const later = known[2]?.JOUR ?? ''
    const part = await company.as('diane').get(`/ranking/days?DATE_DEBUT=${later}`)
    expect(part.body.conversion).toEqual(known.filter(({ JOUR }) => JOUR >= later))

    await server().db.inTenant(company.id, (tx) =>
      sql`update projet set deleted = true, seq = take_seq(1) where "IDPROJET" = 'p0'`.execute(tx),
    )
    const kept = projets.filter(({ IDPROJET }) => IDPROJET !== 'p0')
    expect((await company.as('theo').get(`/ranking/days?DATE_DEBUT=${SINCE}`)).body.conversion).toEqual(
      conversionDays({ projets: kept, rdvs, devis, natures: NATURES, now }),
    )
    const other = await (await server().company()).as('theo').get(`/ranking/days?DATE_DEBUT=${SINCE}`)
    expect([other.body.conversion, other.body.left]).toEqual([[], []])
  })

  it('[MGR-05 everybody] say who has left: whose account is closed, in this company', async () => {
    const [company, other] = [await server().company(), await server().company()]
    await server().db.inTenant(company.id, (tx) =>
      saveCredential(tx, { id: 'colin', mail: 'colin@example.com', disabled: true, passwordHash: 'none' }),
    )
    expect((await company.as('theo').get(`/ranking/days?DATE_DEBUT=${SINCE}`)).body.left).toEqual(['colin'])
    expect((await other.as('theo').get(`/ranking/days?DATE_DEBUT=${SINCE}`)).body.left).toEqual([])
  })
})
