import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { replacementId } from '../../schemas/rules/corrections.ts'
import { SIGNED_QUOTE } from '../../schemas/rules/deletion.ts'
import { eraseClient } from '../../server/privacy/erase-client.ts'
import type { Caller } from '../support/contract.ts'
import { newId } from '../support/contract-records.ts'
import { describeEngines } from '../support/engines.ts'
import { agoDays, TTC, withPaymentShops } from '../support/payment-shop.ts'

const ZONE = 'Europe/Paris'
const day = (ago = 0): string => addDays(today(ZONE, new Date()), -ago)

describeEngines('payments entered by hand', (db) => {
  const { shop, link, paymentsOf, pay } = withPaymentShops(db)

  const body = (IDDEVIS: string, more: Values = {}): Values => ({
    id: newId('paiement'),
    IDDEVIS,
    IDPROJET: 'projet',
    MONTANT: 300_00,
    MOYEN: 'cheque',
    GENRE: 'acompte',
    DATE_PAIEMENT: day(),
    REFERENCE: '0001234',
    ...more,
  })
  const enter = (caller: Caller, IDDEVIS: string, more: Values = {}) => caller.post('/paiements', body(IDDEVIS, more))
  const solde = async (caller: Caller, order: string) => (await caller.get(`/devis/${order}`)).data.SOLDE

  it('[DAY-06 one-list] (entered) one list with what the service confirms; the order, its works and its customer follow', async () => {
    const here = await shop()
    const [camille, alice, zoe] = [await here.as('camille'), await here.as('alice'), await here.client('client')]
    const order = await here.order(10)
    const work = { IDINTERVENTION: newId('i'), IDPROJET: 'projet', IDDEVIS: order }
    const when = { RDV_DEBUT: '2026-12-01 08:00', RDV_FIN: '2026-12-01 12:00' }
    expect((await alice.post('/interventions', { ...work, ...when })).status).toBe(201)
    const made = await enter(camille, order)
    expect([made.status, made.data]).toMatchObject([
      201,
      { MONTANT: 300_00, MOYEN: 'cheque', GENRE: 'acompte', IDPERSONNEL: 'camille', ANNULE_LE: null, VERSION: 1 },
    ])
    expect(await solde(camille, order)).toBe(900_00)
    expect((await alice.get(`/interventions/${work.IDINTERVENTION}`)).data).toMatchObject({ SOLDE_DEVIS: 900_00 })
    // The link asks for what is left, and what it brings joins the list, once.
    const asked = await link(zoe, order)
    expect(asked.data).toMatchObject({ MONTANT: 900_00, ETAT: 'en_attente' })
    await Promise.all([pay(here, asked.data), pay(here, asked.data)])
    expect(await solde(camille, order)).toBe(0)
    const { rows } = await alice.pull('/paiements')
    expect(rows.map((one) => [one.id, one.MOYEN, one.GENRE, one.MONTANT, one.IDPERSONNEL])).toEqual([
      [made.data.id, 'cheque', 'acompte', 300_00, 'camille'],
      [asked.data.id, 'en_ligne', 'solde', 900_00, null],
    ])
    const seen = await paymentsOf(zoe, order)
    expect(seen.map((one) => [one.MONTANT, one.ETAT, one.MOYEN])).toEqual([
      [300_00, 'confirme', 'cheque'],
      [900_00, 'confirme', 'en_ligne'],
    ])
    // The customer reads neither the note, nor the reference, nor who entered it.
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(
      [
        'DATE_CONFIRMATION',
        'DATE_CREATION',
        'DATE_PAIEMENT',
        'ETAT',
        'GENRE',
        'IDDEVIS',
        'LIEN',
        'MONTANT',
        'MOYEN',
        'id',
      ].sort(),
    )
  })

  it('[DAY-06 payments] (cancel) a payment is cancelled with a reason, stays in the list, and counts nothing', async () => {
    const here = await shop()
    const [camille, alice, marc] = [await here.as('camille'), await here.as('alice'), await here.as('marc')]
    const order = await here.order(10)
    const { data } = await enter(camille, order)
    const cancel = (caller: Caller, id: unknown, MOTIF_ANNULATION: unknown) =>
      caller.post(`/paiements/${String(id)}/cancel`, { MOTIF_ANNULATION })
    for (const none of ['', '  ', null, undefined]) expect((await cancel(camille, data.id, none)).status).toBe(422)
    expect((await cancel(marc, data.id, 'Non')).status).toBe(403)
    const cancelled = await cancel(alice, data.id, 'Chèque refusé')
    expect(cancelled.data).toMatchObject({ MOTIF_ANNULATION: 'Chèque refusé', ANNULE_PAR: 'alice', MONTANT: 300_00 })
    expect(await solde(camille, order)).toBe(TTC)
    expect(await paymentsOf(await here.client('client'), order)).toEqual([])
    expect((await alice.pull('/paiements')).rows).toMatchObject([{ id: data.id, MOTIF_ANNULATION: 'Chèque refusé' }])
    // The first reason stays; a second person learns it.
    const again = await cancel(camille, data.id, 'Erreur')
    expect([again.status, again.data.MOTIF_ANNULATION]).toEqual([200, 'Chèque refusé'])
    // A colleague who is no office role cancels what they entered, not what the office did.
    const other = await enter(alice, order)
    expect((await cancel(camille, other.data.id, 'Erreur')).status).toBe(403)
  })

  it('[DAY-06 payments] (cancel) nothing changes or removes a payment, and nobody cancels what the service confirmed', async () => {
    const here = await shop()
    const [camille, diane] = [await here.as('camille'), await here.as('diane')]
    const order = await here.order(10)
    const { data } = await enter(camille, order)
    expect((await diane.put(`/paiements/${data.id}`, { MONTANT: 1 })).status).toBe(403)
    expect((await diane.del(`/paiements/${data.id}`)).status).toBe(404)
    for (const change of [sql`"MONTANT" = 1`, sql`"IDDEVIS" = 'x'`, sql`deleted = true`]) {
      await expect(
        db().inTenant(here.id, (tx) =>
          sql`update paiement set ${change}, seq = take_seq(1) where id = ${data.id}`.execute(tx),
        ),
      ).rejects.toThrow(/settled/)
    }
    await expect(db().inTenant(here.id, (tx) => sql`delete from paiement`.execute(tx))).rejects.toThrow(/settled/)
    const asked = await link(camille, order, { montant: 100_00 })
    // Nobody takes the place that the confirmation will need.
    expect((await enter(camille, order, { id: asked.data.id })).status).toBe(409)
    await pay(here, asked.data)
    const refused = await diane.post(`/paiements/${String(asked.data.id)}/cancel`, { MOTIF_ANNULATION: 'Non' })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Un paiement confirmé par le service de paiement ne s’annule pas : saisissez un remboursement.',
    ])
    expect((await enter(diane, order, { GENRE: 'remboursement', MONTANT: 100_00 })).status).toBe(201)
    expect(await solde(camille, order)).toBe(900_00)
  })

  it('[DAY-06 lawful] none before the eighth day, for no unsigned quote, of a day to come', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const message = async (order: string, more: Values = {}) => {
      const { status, body } = await enter(camille, order, more)
      return [status, Object.values((body.errors ?? {}) as Record<string, string[]>).flat()[0]]
    }
    const early = await message(await here.order(2))
    expect(early).toEqual([
      422,
      expect.stringMatching(/^Aucun paiement ne peut être demandé avant le \d\d\/\d\d\/\d{4}/),
    ])
    const order = await here.order(20)
    expect((await message(order, { DATE_PAIEMENT: day(15) }))[0]).toBe(422)
    expect((await message(order, { DATE_PAIEMENT: day(-2) }))[1]).toBe('La date du paiement est à venir.')
    expect((await message(await here.order(null)))[1]).toMatch(/^Ce devis n'est pas signé/)
    expect((await message(order, { MOYEN: 'en_ligne' }))[1]).toMatch(/^Seul le service de paiement/)
    expect((await message(order, { MONTANT: 0 }))[0]).toBe(422)
    expect((await message(order, { MONTANT: -5 }))[0]).toBe(422)
  })

  it('[DAY-06 payments] (ended) money that arrives once the order has ended is recorded, and is to be given back whole', async () => {
    const here = await shop()
    const camille = await here.as('camille')
    const ended = await here.order(20, { REFUSE: 1, DATE_REFUSE: agoDays(5) })
    expect((await enter(camille, ended, { MONTANT: 300_00, MOYEN: 'virement' })).status).toBe(201)
    expect(await solde(camille, ended)).toBe(-300_00)
    expect((await enter(camille, ended, { MONTANT: 300_00, GENRE: 'remboursement' })).status).toBe(201)
    expect(await solde(camille, ended)).toBe(0)
  })

  it('[DAY-06 cash] 1,000 € in cash for one order, also when two people enter at once', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    const cash = { MOYEN: 'especes', MONTANT: 600_00 }
    const both = await Promise.all([enter(camille, order, cash), enter(alice, order, cash)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await enter(camille, order, { MOYEN: 'especes', MONTANT: 400_00 })).status).toBe(201)
    expect((await enter(camille, order, { MOYEN: 'especes', MONTANT: 1 })).status).toBe(422)
  })

  it('[DAY-06 payments] (refund) no more goes back than was received, also when two people enter at once', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    const refund = { GENRE: 'remboursement', MOYEN: 'virement' }
    expect((await enter(camille, order, refund)).body.errors).toEqual({
      MONTANT: ['Il n’y a rien à rendre : aucun montant reçu n’est enregistré, ou tout est déjà rendu.'],
    })
    await enter(camille, order, { MONTANT: 500_00 })
    const both = await Promise.all([enter(camille, order, refund), enter(alice, order, refund)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    const { id } = (both.find(({ status }) => status === 201) as (typeof both)[0]).data
    expect((await enter(alice, order, { ...refund, MONTANT: 200_01 })).status).toBe(422)
    expect((await enter(alice, order, { ...refund, MONTANT: 200_00 })).status).toBe(201)
    expect((await alice.post(`/paiements/${String(id)}/cancel`, { MOTIF_ANNULATION: 'Erreur' })).status).toBe(200)
    expect((await enter(alice, order, refund)).status).toBe(201)
    expect(await solde(camille, order)).toBe(TTC)
  })

  it('[DAY-06 payments] (correct) two people who correct one payment leave one that counts, the other one is told', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    const cancel = (caller: Caller, id: unknown) =>
      caller.post(`/paiements/${String(id)}/cancel`, { MOTIF_ANNULATION: 'Erreur de saisie' })
    const correct = async (caller: Caller, wrong: string, MONTANT: number) => {
      const cancelled = await cancel(caller, wrong)
      expect(cancelled.status).toBe(200)
      return enter(caller, order, { id: replacementId(wrong), MONTANT })
    }
    const wrong = String((await enter(camille, order)).data.id)
    // Both at once would count twice.
    expect((await enter(camille, order, { id: replacementId(wrong) })).status).toBe(422)
    const both = await Promise.all([correct(camille, wrong, 350_00), correct(alice, wrong, 350_00)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(/^Ce paiement a été corrigé ou annulé/)
    expect(await solde(camille, order)).toBe(TTC - 350_00)
    // The same person on two phones.
    const again = String((await enter(camille, order, { MONTANT: 100_00 })).data.id)
    expect((await correct(camille, again, 120_00)).status).toBe(201)
    expect((await correct(camille, again, 130_00)).status).toBe(409)
    // A colleague said that it never was.
    const twice = String((await enter(camille, order, { MONTANT: 10_00 })).data.id)
    await cancel(alice, twice)
    expect((await correct(camille, twice, 20_00)).status).toBe(409)
    expect(await solde(camille, order)).toBe(TTC - 350_00 - 120_00)
  })

  it('[DAY-06 payments] (rights) those who see the order and sell; another project’s quote, another company’s: nothing', async () => {
    const [here, there] = [await shop(), await shop()]
    const order = await here.order(10)
    const camille = await here.as('camille')
    expect((await enter(await here.as('marc'), order)).status).toBe(403)
    for (const caller of [await here.as('colin'), await here.as('bruno'), await there.as('camille')])
      expect((await enter(caller, order)).code).toBe('PARENT_MISSING')
    expect((await enter(await here.client('client'), order)).status).toBe(403)
    const { data } = await enter(camille, order)
    for (const caller of [await here.as('colin'), await here.as('bruno'), await there.as('camille')]) {
      expect((await caller.get(`/paiements/${data.id}`)).status).toBe(404)
      expect((await caller.pull('/paiements')).rows).toEqual([])
      expect((await caller.post(`/paiements/${String(data.id)}/cancel`, { MOTIF_ANNULATION: 'x' })).status).toBe(404)
    }
    expect((await (await here.as('marc')).get(`/paiements/${data.id}`)).status).toBe(200)
    const elsewhere = await camille.post('/projets', { IDPROJET: newId('projet'), IDCLIENT: 'client' })
    expect((await enter(camille, order, { IDPROJET: elsewhere.data.IDPROJET })).status).toBe(422)
  })

  it('[DAY-06 payments] (delete) a signed order with payments, and its project, cannot be deleted: it is signed', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    await enter(camille, order)
    const refused = await alice.del(`/devis/${order}`)
    expect([refused.status, refused.code]).toEqual([422, 'IMMUTABLE'])
    const project = await alice.del('/projets/projet')
    expect([project.status, project.body.message]).toEqual([422, SIGNED_QUOTE])
    expect(await solde(camille, order)).toBe(900_00)
  })

  it('[DAY-06 payments] (viewers) a payment follows its project to another responsible', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    const { data } = await enter(camille, order)
    const base = { IDRESPONSABLEPROJET: 'camille' }
    expect((await alice.put('/projets/projet', { IDRESPONSABLEPROJET: 'colin' }, { base })).status).toBe(200)
    expect((await (await here.as('colin')).get(`/paiements/${data.id}`)).status).toBe(200)
    expect((await camille.get(`/paiements/${data.id}`)).status).toBe(404)
  })

  it('[DAY-06 payments] (erasure) of an erased customer the amounts stay as long as the order, the notes go, nobody reads them', async () => {
    const here = await shop()
    const [camille, alice] = [await here.as('camille'), await here.as('alice')]
    const order = await here.order(10)
    const { data } = await enter(camille, order, { NOTE: 'Remis par sa fille' })
    await db().inTenant(here.id, (tx) => eraseClient(tx, 'client'))
    const { rows } = await db().inTenant(here.id, (tx) =>
      sql<Values>`select deleted, "MONTANT"::integer as "MONTANT", "DATE_PAIEMENT", "NOTE" from paiement where id = ${data.id}`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ deleted: true, MONTANT: 300_00, DATE_PAIEMENT: day(), NOTE: null }])
    const pulled = (await alice.pull('/paiements')).rows
    expect(pulled.filter((row) => row._deleted !== true)).toEqual([])
    const late = await camille.post('/paiements', body(order), { counter: 6 })
    expect(late.status).toBe(410)
  })
})
