import { expect, it } from 'vitest'
import { wallClock, DEFAULT_ZONE as ZONE } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { statePapers } from '../support/company-papers.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newAdresse, newClient, newDevis, newIntervention, newProjet } from '../support/contract-records.ts'
import { png } from '../support/sample-files.ts'
import { messagesOf, setQuote } from '../support/space.ts'

const HOUR_MS = 60 * 60_000
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()
const QUOTE = { OBJET: 'Deux fenêtres', DATE_EDITION: '2026-11-20', DATE_VALIDITE: '2999-12-31' }
/** What a device sends whose clock is so many hours behind (below zero: ahead). */
const behind = (hours: number) => ({ headers: { [HEADER.sentAt]: ago(hours) } })

describeContract('devices with a wrong clock', (server) => {
  async function project(company: ContractCompany) {
    await statePapers(server().db, company.id)
    server().app.companies.forget()
    const camille = company.as('camille')
    const { IDADRESSE } = await newAdresse(camille)
    const client = await newClient(camille, { IDADRESSE, MAIL: 'lea@example.com' })
    return { camille, projet: await newProjet(camille, { IDCLIENT: client.IDCLIENT, ADRESSE_CHANTIER: IDADRESSE }) }
  }
  const mails = async (company: ContractCompany) =>
    (await messagesOf(server(), company)).filter(({ channel }) => channel === 'mail').length

  it('[PUSH-14] [MGR-12] a clock that is behind keeps no additional quote from its customer, the first time and proposed anew', async () => {
    const company = await server().company()
    const { camille, projet } = await project(company)
    const [order, devis] = [await newDevis(camille, projet, QUOTE), await newDevis(camille, projet, QUOTE)]
    const at = `/devis/${String(devis.IDDEVIS)}`
    const signed = { DEVIS_SIGNE: 1, DATE_SIGNATURE: ago(1) } as const
    await setQuote(server(), company, String(order.IDDEVIS), signed)
    const sent = await camille.post(`${at}/transmit`, { DATE_TRANSMISSION: ago(5) }, behind(5))
    expect([sent.status, String(sent.data.DATE_TRANSMISSION) > signed.DATE_SIGNATURE]).toEqual([200, true])
    expect(await mails(company)).toBe(1)
    // Another one is signed since.
    const next = await newDevis(camille, projet, QUOTE)
    const later = new Date().toISOString()
    await setQuote(server(), company, String(next.IDDEVIS), { DEVIS_SIGNE: 1, DATE_SIGNATURE: later })
    const again = await camille.post(`${at}/transmit`, { DATE_TRANSMISSION: ago(5) }, behind(5))
    expect([again.status, String(again.data.DATE_TRANSMISSION) >= later]).toEqual([200, true])
    expect(await mails(company)).toBe(2)
  })

  it('[MGR-12] whoever had read a quote sends it after it was made, also where their clock was set right since', async () => {
    const company = await server().company()
    const { camille, projet } = await project(company)
    const order = await newDevis(camille, projet, QUOTE)
    await setQuote(server(), company, String(order.IDDEVIS), { DEVIS_SIGNE: 1, DATE_SIGNATURE: ago(1) })
    for (const [seen, count] of [
      // Made and sent without a signal, before the other one was signed: its customer is not asked for a second signature.
      [{}, 0],
      [{ seen: 1 }, 1],
    ] as const) {
      const { IDDEVIS } = await newDevis(camille, projet, QUOTE)
      const body = { DATE_TRANSMISSION: ago(5) }
      expect((await camille.post(`/devis/${String(IDDEVIS)}/transmit`, body, seen)).status).toBe(200)
      expect(await mails(company)).toBe(count)
    }
  })

  it('[PUSH-14] [ENT-07] « Bon » of works that ended after the signature, from a clock that is behind, ends the project', async () => {
    const company = await server().company()
    const { camille, projet } = await project(company)
    const [alice, order] = [company.as('alice'), await newDevis(camille, projet, QUOTE)]
    // Repairs at once: nobody links them to the order, and they are planned for today.
    const times = { RDV_DEBUT: wallClock(new Date(ago(2)), ZONE), RDV_FIN: wallClock(new Date(ago(-1)), ZONE) }
    const { IDINTERVENTION } = await newIntervention(alice, projet, times)
    await setQuote(server(), company, String(order.IDDEVIS), { DEVIS_SIGNE: 1, DATE_SIGNATURE: ago(1) })
    const pv = { NOM_SIGNATAIRE: 'Noël', SIGNATURE: `data:image/png;base64,${png('signature').toString('base64')}` }
    expect((await alice.post(`/intervention/${String(IDINTERVENTION)}/pdf`, pv)).status).toBe(201)
    const at = `/intervention_feedback/good/${String(IDINTERVENTION)}`
    expect((await alice.post(at, { DATE_FEEDBACK: ago(5.5) }, behind(5))).status).toBe(200)
    expect((await alice.get(`/projets/${String(projet.IDPROJET)}`)).data.IDETAT_PROJET).toBe(5)
  })

  it('[MERGE-5] [SEC] a note of works or a call of a time to come gets the server’s time', async () => {
    const company = await server().company()
    const { camille, projet } = await project(company)
    const alice = company.as('alice')
    const works = `/interventions/${String((await newIntervention(alice, projet)).IDINTERVENTION)}`
    const NOTES = [{ id: 'n1', TEXTE: 'Début', GENRE: 'debut', LE: ago(-3), IDPERSONNEL: 'alice' }]
    const noted = (await alice.put(works, { NOTES }, { base: { NOTES: [] }, seen: 1 })).data.NOTES as Values[]
    expect(noted.map(({ LE }) => String(LE) <= ago(0))).toEqual([true])
    const call = { id: 'c1', GENRE: 'appel', LE: '2999-01-20 10:00', AUTEUR: 'camille', RESULTAT: 'Joint' }
    const path = `/projets/${String(projet.IDPROJET)}`
    const journal = (await camille.put(path, { JOURNAL: [call] }, { base: { JOURNAL: [] }, seen: 1 })).data.JOURNAL
    expect((journal as Values[]).map(({ LE }) => String(LE) <= wallClock(new Date(), ZONE))).toEqual([true])
  })
})
