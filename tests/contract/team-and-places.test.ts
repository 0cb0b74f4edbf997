import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../schemas/dates.ts'
import { nearby } from '../../schemas/rules/distance.ts'
import { type RankedPerson, type RankedQuote, ranking } from '../../schemas/rules/ranking.ts'
import { describeContract } from '../support/contract.ts'
import { LIGNE, newAdresse, newClient, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import { plant } from '../support/staffed-company.ts'

const SEED = 20_261_121

describeContract('clients around a point', (server) => {
  it(`[GEO-03] [API-04] are the same that the screens find in their local data (seed ${SEED})`, async () => {
    const company = await server().company()
    const near = fc.record({
      LATITUDE: fc.double({ min: 45.7, max: 45.8, noNaN: true }),
      LONGITUDE: fc.double({ min: 4.8, max: 4.9, noNaN: true }),
    })
    const places = fc
      .sample(near, { seed: SEED, numRuns: 60 })
      .map((place, i) => ({ IDADRESSE: `a${i}`, ...place, LATITUDE: i % 10 === 0 ? null : place.LATITUDE }))
    await server().db.inTenant(company.id, async (tx) => {
      for (const place of places) {
        await plant(tx, 'adresse', { VILLE: 'Lyon', ...place })
        await plant(tx, 'client', { IDCLIENT: `c-${place.IDADRESSE}`, NOM: 'Martin', IDADRESSE: place.IDADRESSE })
      }
    })
    let found = 0
    for (const [i, centre] of fc.sample(near, { seed: SEED + 1, numRuns: 12 }).entries()) {
      const radiusKm = [0.2, 1, 3, 20][i % 4] ?? 1
      const at = `LATITUDE=${centre.LATITUDE}&LONGITUDE=${centre.LONGITUDE}`
      const answer = await company.as('theo').get(`/arround/clients?${at}&RAYON=${radiusKm}`)
      const expected = nearby(places, { centre, radiusKm })
      expect(answer.list.map((one) => [one.IDCLIENT, one.DISTANCE])).toEqual(
        expected.map(({ place, km }) => [`c-${place.IDADRESSE}`, km]),
      )
      found += expected.length
      if (radiusKm === 1) {
        expect((await company.as('theo').get(`/arround/clients?${at}`)).list).toEqual(answer.list)
      }
    }
    expect(found).toBeGreaterThan(20)
  })

  it('[SEC] only of the company, only for its staff, and only around a valid point', async () => {
    const [ours, theirs] = [await server().company(), await server().company()]
    const adresse = await newAdresse(ours.as('camille'), { LATITUDE: 48.85, LONGITUDE: 2.35 })
    const client = await newClient(ours.as('camille'), { IDADRESSE: adresse.IDADRESSE })
    const path = '/arround/clients?LATITUDE=48.85&LONGITUDE=2.35&RAYON=50'
    expect((await ours.as('marc').get(path)).list).toMatchObject([{ IDCLIENT: client.IDCLIENT, DISTANCE: 0 }])
    expect((await theirs.as('marc').get(path)).list).toEqual([])
    for (const bad of [
      'LATITUDE=91&LONGITUDE=0',
      'LATITUDE=1',
      'LATITUDE=1&LONGITUDE=1&RAYON=0',
      'LATITUDE=x&LONGITUDE=1',
    ]) {
      expect((await ours.as('marc').get(`/arround/clients?${bad}`)).status).toBe(422)
    }
    expect((await server().app.inject({ url: `/api${path}` })).statusCode).toBe(401)
  })
})

describeContract('where the team is', (server) => {
  it('[GEO-05] [API-06] tells who is where at a time, with the address of the appointment, else of the site, else of the client', async () => {
    const company = await server().company()
    const [camille, alice] = [company.as('camille'), company.as('alice')]
    const [ofRdv, ofSite, ofClient] = [
      await newAdresse(camille, { LATITUDE: 45.1, LONGITUDE: 4.1 }),
      await newAdresse(camille, { LATITUDE: 45.2, LONGITUDE: 4.2 }),
      await newAdresse(camille, { LATITUDE: 45.3, LONGITUDE: 4.3 }),
    ]
    const client = await newClient(camille, { IDADRESSE: ofClient.IDADRESSE })
    const site = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: ofSite.IDADRESSE })
    const home = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    const rdv = (hour: string, more: Record<string, unknown>) =>
      newRdv(camille, { RDV_DEBUT: `2026-11-23 ${hour}:00`, RDV_FIN: `2026-11-23 ${hour}:30`, ...more })
    const both = await rdv('09', {
      IDADRESSE: ofRdv.IDADRESSE,
      IDPROJET: site.IDPROJET,
      IDPERSONNELS: ['camille', 'colin'],
    })
    await rdv('10', { IDPROJET: site.IDPROJET, IDPERSONNELS: ['camille'] })
    await rdv('11', { IDPROJET: home.IDPROJET, IDPERSONNELS: ['camille'] })
    const gone = await rdv('12', { IDPERSONNELS: ['camille'] })
    await camille.del(`/rdvs/${String(gone.IDRDV)}`)
    const at = async (time: string, kind = 'rdv') =>
      (await alice.get(`/equipe/localisation/${kind}?time=${encodeURIComponent(`2026-11-23 ${time}`)}`)).list
    expect(await at('09:00')).toMatchObject([
      { IDPERSONNEL: 'camille', IDRDV: both.IDRDV, LATITUDE: 45.1, ADRESSE_COMPLETE: '1 rue des Lilas, Lyon' },
      { IDPERSONNEL: 'colin', IDRDV: both.IDRDV, LONGITUDE: 4.1 },
    ])
    expect((await at('10:29')).map((one) => one.LATITUDE)).toEqual([45.2])
    expect((await at('11:15')).map((one) => one.LATITUDE)).toEqual([45.3])
    expect([await at('08:59'), await at('09:30'), await at('12:15')]).toEqual([[], [], []])
    const works = await newIntervention(alice, site, {
      RDV_DEBUT: '2026-11-23 08:00',
      RDV_FIN: '2026-11-23 17:00',
      IDINTERVENTION_PLANNING: [
        { id: 'a', IDPERSONNEL: 'theo', DEBUT: '2026-11-23 08:00', FIN: '2026-11-23 12:00' },
        { id: 'b', IDPERSONNEL: 'marc', DEBUT: '2026-11-23 14:00', FIN: '2026-11-23 17:00' },
      ],
    })
    expect(await at('11:59', 'intervention')).toMatchObject([
      { IDPERSONNEL: 'theo', IDINTERVENTION: works.IDINTERVENTION, RDV_FIN: '2026-11-23 12:00', LATITUDE: 45.2 },
    ])
    expect((await at('16:00', 'intervention')).map((one) => one.IDPERSONNEL)).toEqual(['marc'])
    expect(await at('13:00', 'intervention')).toEqual([])
    expect((await alice.get('/equipe/localisation/rdv')).status).toBe(200)
    expect((await alice.get('/equipe/localisation/rdv?time=2026-02-30%2009:00')).status).toBe(422)
  })

  it('[SEC] [GEO-05] shows only what the asker may see, never another company’s team', async () => {
    const [ours, theirs] = [await server().company(), await server().company()]
    const projet = await newProjet(ours.as('camille'))
    await newRdv(ours.as('camille'), { IDPROJET: projet.IDPROJET, IDPERSONNELS: ['camille'] })
    await newIntervention(ours.as('alice'), projet, {
      IDINTERVENTION_PLANNING: [{ id: 'a', IDPERSONNEL: 'theo', DEBUT: '2026-11-23 08:00', FIN: '2026-11-23 12:00' }],
    })
    const seen = async (name: Parameters<typeof ours.as>[0], company = ours) => {
      const at = `time=${encodeURIComponent('2026-11-23 09:15')}`
      const rdvs = await company.as(name).get(`/equipe/localisation/rdv?${at}`)
      const works = await company.as(name).get(`/equipe/localisation/intervention?${at}`)
      return [...rdvs.list, ...works.list].map((one) => one.IDPERSONNEL)
    }
    expect(await seen('camille')).toEqual(['camille', 'theo'])
    expect(await seen('theo')).toEqual(['camille', 'theo'])
    // Colin is another commercial, Bruno the director of another agency.
    expect([await seen('colin'), await seen('bruno')]).toEqual([[], []])
    expect(await seen('alice', theirs)).toEqual([])
  })
})

describeContract('ranking', (server) => {
  const PEOPLE = ['camille', 'colin', 'diane', 'alice', 'nadia', null]

  it(`[API-04] follows the rule of the screens for the same quotes, for any period (seed ${SEED})`, async () => {
    const company = await server().company()
    const instant = fc
      .integer({ min: 0, max: 60 * 24 * 20 })
      .map((minutes) => new Date(Date.UTC(2026, 9, 15) + minutes * 60_000).toISOString())
    const drawn = fc.sample(
      fc.record({
        who: fc.constantFrom(...PEOPLE),
        cents: fc.integer({ min: 1, max: 5_000_000 }),
        signed: fc.option(instant, { freq: 4 }),
        refused: fc.option(instant, { freq: 2 }),
      }),
      { seed: SEED, numRuns: 80 },
    )
    const quotes: RankedQuote[] = drawn.map(({ who, cents, signed, refused }) => ({
      IDRESPONSABLEPROJET: who,
      NET_HT: cents,
      DATE_SIGNATURE: signed,
      DATE_REFUSE: refused,
    }))
    await server().db.inTenant(company.id, async (tx) => {
      await plant(tx, 'personnel', {
        IDPERSONNEL: 'nadia',
        NOM: 'nadia',
        ROLES: ['commercial'],
        HORS_STATS: 1,
        IDCOMPANY: company.id,
      })
      for (const [i, { NET_HT, ...quote }] of quotes.entries()) {
        await plant(tx, 'devis', {
          IDDEVIS: `d${i}`,
          IDPROJET: 'p',
          IDCLIENT: 'c',
          LIGNES: [{ ...LIGNE, QUANTITE: 1, PRIX_UNITAIRE_HT: NET_HT }],
          ...quote,
        })
      }
    })
    const people: RankedPerson[] = ['camille', 'colin'].map((id) => ({
      IDPERSONNEL: id,
      NOM_COMPLET: id,
      ROLES: ['commercial'],
      HORS_STATS: 0,
      IDCOMPANY: company.id,
    }))
    let moved = 0
    for (const [from, days] of fc.sample(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 15 })), {
      seed: SEED,
      numRuns: 15,
    })) {
      const period = { from: addDays('2026-10-15', from), to: addDays('2026-10-15', from + days) }
      const answer = await company.as('theo').get(`/ranking?DATE_DEBUT=${period.from}&DATE_FIN=${period.to}`)
      const expected = ranking({ quotes, people, period, zone: 'Europe/Paris', company: company.id })
      expect([answer.status, answer.list]).toEqual([200, expected])
      if (expected.some((row) => row.refused.count > 0)) moved += 1
    }
    expect(moved).toBeGreaterThan(0)
    expect((await company.as('theo').get('/ranking?DATE_DEBUT=2026-11-02&DATE_FIN=2026-11-01')).status).toBe(422)
    const allTime = await company.as('theo').get('/ranking?DATE_DEBUT=1000-01-01&DATE_FIN=9999-12-31')
    expect([allTime.status, allTime.list.length]).toEqual([200, 2])
    expect((await company.as('camille').get('/ranking')).list.map((row) => row.IDPERSONNEL).sort()).toEqual([
      'camille',
      'colin',
    ])
    const other = await server().company()
    const all = await other.as('theo').get('/ranking?DATE_DEBUT=2026-01-01&DATE_FIN=2027-01-01')
    expect(all.list.map((row) => row.total)).toEqual([0, 0])
  })
})
