import { expect, it } from 'vitest'
import type { JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import { statePapers } from '../support/company-papers.ts'
import { type Caller, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newId, newProjet } from '../support/contract-records.ts'
import { WITH_OUTBOX } from '../support/space.ts'

const journalOf = async (caller: Caller, id: unknown): Promise<JournalEntry[]> =>
  (await caller.get(`/projets/${String(id)}`)).data.JOURNAL as JournalEntry[]
const said = (journal: readonly JournalEntry[]) => journal.map(({ GENRE, RESULTAT, TEXTE }) => [GENRE, RESULTAT, TEXTE])

describeContract(
  'what happens to a project, in its journal',
  (server) => {
    it('[MGR-20 cancel] [DAY-02 journal] stopped with its reason, reopened and given to somebody: one entry each, by whom and when', async () => {
      const company = await server().company()
      const [diane, camille] = [company.as('diane'), company.as('camille')]
      await diane.post('/datacache', { id: 'cher', LISTE: 'TYPE_ANNULATION', LIBELLE: 'Trop cher' })
      const projet = await newProjet(camille)
      const at = `/projets/${String(projet.IDPROJET)}`
      expect(await journalOf(camille, projet.IDPROJET)).toEqual([])
      const key = newId('cancel')
      const cancel = () => camille.post(`${at}/cancel`, { ID_MOTIF_SANS_SUITE: 'cher' }, { key })
      expect((await cancel()).status).toBe(200)
      // The same call again, and one that changes nothing, say nothing.
      await cancel()
      await camille.post(`${at}/cancel`, { ID_MOTIF_SANS_SUITE: 'cher' })
      await camille.put(at, { DATE_SANS_SUITE: null, ID_MOTIF_SANS_SUITE: null, REFUSE: 0 })
      await diane.put(at, { IDRESPONSABLEPROJET: 'diane' })
      await diane.put(at, { IDRESPONSABLEPROJET: null, DESCRIPTION: 'Volets' })
      await diane.put(at, { IDRESPONSABLEPROJET: 'camille' })
      const journal = await journalOf(diane, projet.IDPROJET)
      expect(said(journal)).toEqual([
        ['evenement', 'Projet arrêté', 'Trop cher'],
        ['evenement', 'Projet rouvert', undefined],
        ['evenement', 'Responsable changé', undefined],
        ['evenement', 'Responsable retiré', undefined],
        ['evenement', 'Responsable affecté', undefined],
      ])
      expect(journal.map(({ IDPERSONNEL }) => IDPERSONNEL)).toEqual(['camille', 'camille', 'diane', 'diane', 'diane'])
      for (const { AUTEUR, LE } of journal) expect([AUTEUR.length > 0, LE.length]).toEqual([true, 16])
    })

    it('[DAY-02 journal] a call and the next responsible in one write are both kept', async () => {
      const company = await server().company()
      const diane = company.as('diane')
      const projet = await newProjet(diane)
      const call = { id: 'a', GENRE: 'appel', LE: '2026-11-20 09:00', AUTEUR: 'Diane', RESULTAT: 'Joint' }
      await diane.put(
        `/projets/${String(projet.IDPROJET)}`,
        { JOURNAL: [call], IDRESPONSABLEPROJET: 'camille' },
        { base: { JOURNAL: [], IDRESPONSABLEPROJET: projet.IDRESPONSABLEPROJET ?? null }, counter: 2 },
      )
      expect(said(await journalOf(diane, projet.IDPROJET))).toEqual([
        ['appel', 'Joint', undefined],
        ['evenement', 'Responsable affecté', undefined],
      ])
    })

    it('[DAY-02 journal] [DAY-15 sent] a quote that is sent and reminded: one entry each, though a call is repeated', async () => {
      const company = await server().company()
      const camille = company.as('camille')
      await statePapers(server().db, company.id)
      server().app.companies.forget()
      const send = async (MAIL: string | undefined) => {
        const { IDADRESSE } = await newAdresse(camille)
        const client = await newClient(camille, {
          MAIL,
          PORTABLE: MAIL ? '06 39 98 00 77' : '06 39 98 00 78',
          IDADRESSE,
        })
        const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: IDADRESSE })
        const devis = await newDevis(camille, projet, { DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2999-12-31' })
        const at = `/devis/${String(devis.IDDEVIS)}`
        expect((await camille.post(`${at}/transmit`, {})).status).toBe(200)
        await camille.post(`${at}/transmit`, {})
        const remind = async (CANAL: string) => {
          const body: Values = { RELANCES: [{ id: newId('relance'), CANAL }] }
          const key = newId('key')
          for (let tries = 0; tries < 2; tries += 1) await camille.post(`${at}/relance`, body, { key })
        }
        if (MAIL) await remind('mail')
        await remind('sms')
        await remind('telephone')
        return { number: String(devis.NUMERO_DEVIS), journal: await journalOf(camille, projet.IDPROJET) }
      }
      const { number, journal } = await send('lea@example.com')
      expect(said(journal)).toEqual([
        ['message', `Devis ${number} transmis par mail`, undefined],
        ['message', `Devis ${number} relancé par mail`, undefined],
        ['message', `Devis ${number} relancé par SMS`, undefined],
        ['appel', `Devis ${number} relancé par téléphone`, undefined],
      ])
      expect(new Set(journal.map(({ IDPERSONNEL }) => IDPERSONNEL))).toEqual(new Set(['camille']))
      expect(said((await send(undefined)).journal)[0]).toEqual([
        'evenement',
        expect.stringMatching(/ transmis$/),
        undefined,
      ])
    })
  },
  WITH_OUTBOX,
)
