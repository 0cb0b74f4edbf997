import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addDays, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { describeContract } from '../support/contract.ts'
import { newDevis, newId, newProjet, newRdv } from '../support/contract-records.ts'
import { newCustomer, WITH_OUTBOX } from '../support/space.ts'

const DEBUT = `${addDays(today('Europe/Paris'), 10)} 14:00`

describeContract(
  'what was sent to a customer',
  (server) => {
    async function setUp() {
      const company = await server().company()
      const camille = company.as('camille')
      const customer = await newCustomer(server(), company, { IDAGENCE: 'lyon', IDPERSONNEL: 'camille' })
      const projet = await newProjet(camille, { IDCLIENT: customer.id })
      const devis = await newDevis(camille, projet)
      const rdv = await newRdv(camille, {
        IDPROJET: projet.IDPROJET,
        IDPERSONNELS: ['camille'],
        RDV_DEBUT: DEBUT,
        RDV_FIN: DEBUT.replace('14:00', '15:00'),
      })
      await camille.post(`/rdvs/${rdv.IDRDV}/notify`, {
        ANNONCES: [{ id: newId('annonce'), GENRE: 'confirmation', CANAL: 'mail' }],
      })
      await server().app.messages.drain()
      const ids = { devis: newId('m') }
      await server().db.inTenant(company.id, (tx) =>
        sql`insert into message (id, company_id, key, channel, recipient, payload, status, error, resource, record_id, created_at)
          values (${ids.devis}, ${company.id}, 'mail:devis_transmis:x', 'mail', 'lea@example.com', '{"subject": "Votre devis"}',
            'failed', 'Le serveur de messagerie a répondu 550.', 'devis', ${devis.IDDEVIS}, now() + interval '1 second'),
          (${newId('m')}, ${company.id}, 'space-request:x', 'mail', 'alice@example.com', '{"subject": "Une demande"}',
            'sent', null, 'client', ${customer.id}, now()),
          (${newId('m')}, ${company.id}, 'push:x', 'push', 'personnel:camille', '{}', 'sent', null, 'devis', ${devis.IDDEVIS}, now())`.execute(
          tx,
        ),
      )
      const at = {
        client: `/clients/${customer.id}/envois`,
        projet: `/projets/${projet.IDPROJET}/envois`,
        devis: `/devis/${devis.IDDEVIS}/envois`,
      }
      return { company, camille, customer, rdv, at, ids }
    }
    const page = (data: Values) => data as unknown as { data: Values[]; total: number }

    it('[DAY-15 about] on the client, the project and the quote: when, by whom, to which address, what, and its state', async () => {
      const { camille, customer, at, ids } = await setUp()
      const client = page((await camille.get(at.client)).data)
      expect(client).toMatchObject({
        total: 2,
        data: [
          {
            CANAL: 'mail',
            GENRE: 'devis_transmis',
            OBJET: 'Votre devis',
            DESTINATAIRE: 'lea@example.com',
            ETAT: 'failed',
            RAISON: 'Le serveur de messagerie a répondu 550.',
            IDPERSONNEL: null,
          },
          {
            GENRE: 'rdv_confirmation',
            DESTINATAIRE: customer.record.MAIL,
            ETAT: 'recorded',
            IDPERSONNEL: 'camille',
            OUVERT_LE: null,
          },
        ],
      })
      expect(page((await camille.get(at.projet)).data)).toEqual(client)
      expect(page((await camille.get(at.devis)).data).data.map(({ id }) => id)).toEqual([ids.devis])
      // The page says how many there are in all.
      expect(page((await camille.get(`${at.client}?limit=1`)).data)).toMatchObject({
        total: 2,
        data: [{ id: ids.devis }],
      })
      // No text, and so no link, is told.
      expect(JSON.stringify(client)).not.toMatch(/rdv\/public|Bonjour/)
    })

    it('[DAY-15 sent] as far as one may see the record: a client shows nothing of projects that are out of sight', async () => {
      const { company, at } = await setUp()
      expect(page((await company.as('colin').get(at.client)).data)).toEqual({ data: [], total: 0 })
      for (const path of [at.projet, at.devis]) expect((await company.as('colin').get(path)).status).toBe(404)
      expect(page((await company.as('alice').get(at.client)).data).total).toBe(2)
      const other = (await server().company()).as('diane')
      for (const path of Object.values(at)) expect((await other.get(path)).status).toBe(404)
    })

    it('[DAY-15 state] says that a message was opened, once its link was', async () => {
      const { company, camille, rdv, at } = await setUp()
      await server().db.inTenant(company.id, (tx) =>
        sql`update rdv_link set opened_at = now() where rdv_id = ${rdv.IDRDV}`.execute(tx),
      )
      const { data } = page((await camille.get(at.client)).data)
      expect(data.map(({ OUVERT_LE }) => OUVERT_LE !== null)).toEqual([false, true])
    })

    it('[DAY-15 sent] is not for customers', async () => {
      const { customer, at } = await setUp()
      for (const path of Object.values(at)) expect((await customer.caller.get(path)).status).toBe(403)
    })
  },
  WITH_OUTBOX,
)
