import { addDays, today } from '../../schemas/dates.ts'
import type { PersonName } from '../support/staffed-company.ts'
import { createItems, type Items } from './items.ts'
import type { Server, ServerCompany } from './server.ts'

/** What a company has when a run begins. */

/** Prefix of the ids of clients without projects. */
export const LONELY = 'seul'

/** Prefix of the other company's ids. */
export const ELSEWHERE = 'ailleurs-'

/** The other company, the same for all runs. Its staff have the same ids; its records must never reach a phone. */
export async function openElsewhere(server: Server): Promise<ServerCompany> {
  const company = await server.openCompany()
  await furnish(company, ELSEWHERE, createItems())
  return company
}

/** The dates that the form gives a new quote: a quote without them is not sent. */
export const quoteDates = (): { DATE_EDITION: string; DATE_VALIDITE: string } => {
  const DATE_EDITION = today('Europe/Paris')
  return { DATE_EDITION, DATE_VALIDITE: addDays(DATE_EDITION, 30) }
}

/** One record of every entity has this id, because ids are unique within one entity only. */
const SHARED_ID = 'commun'

/** Clients whose projects, appointments, works and quotes several people share, so that their acts meet. */
export async function furnish(company: ServerCompany, prefix: string, items: Items): Promise<void> {
  await company.plant('rapport', { id: `${prefix}rapport`, TITRE: 'Visite', CHAMPS: [] })
  const teams = [
    ['camille', 'marc'],
    ['colin', 'camille'],
    ['camille', 'colin'],
  ] as const
  for (const [index, people] of teams.entries()) {
    const idOf = (kind: string): string => prefix + (index === 2 ? SHARED_ID : `${kind}-${index}`)
    const [IDCLIENT, IDPROJET, IDADRESSE] = [idOf('client'), idOf('projet'), idOf('adresse')]
    const day = new Date().toISOString().slice(0, 10)
    const statuses = [
      await company.write('POST', '/adresse', { IDADRESSE, ADRESSE: `${index} rue Haute`, VILLE: 'Lyon' }),
      // Nobody's: it may be deleted.
      await company.write('POST', '/adresse', { IDADRESSE: `${prefix}libre-${index}`, VILLE: 'Lyon' }),
      await company.write('POST', '/clients', {
        IDCLIENT,
        IDADRESSE,
        NOM: `Durand ${index}`,
        PORTABLE: `063998000${index}`,
        MAIL: `durand-${index}@example.com`,
      }),
      await company.write('POST', '/projets', {
        IDPROJET,
        IDCLIENT,
        ADRESSE_CHANTIER: IDADRESSE,
        IDAGENCE: 'lyon',
        IDRESPONSABLEPROJET: people[0],
        DESCRIPTION: 'Fenêtres',
      }),
      await company.write('POST', '/rdvs', {
        IDRDV: idOf('rdv'),
        IDPROJET,
        RDV_DEBUT: `${day} 09:00`,
        RDV_FIN: `${day} 10:00`,
        IDPERSONNELS: [...people],
      }),
      await company.write('POST', '/interventions', {
        IDINTERVENTION: idOf('works'),
        IDPROJET,
        RDV_DEBUT: `${day} 08:00`,
        RDV_FIN: `${day} 17:00`,
        NOTES: [{ id: `note-${index}`, TEXTE: 'Clés', LE: '2026-11-23T08:00:00.000Z', IDPERSONNEL: 'zoe' }],
        IDINTERVENTION_PLANNING: [
          { id: `slot-${index}`, IDPERSONNEL: 'marc', DEBUT: `${day} 08:00`, FIN: `${day} 12:00` },
        ],
      }),
      await company.write('POST', '/devis', {
        IDDEVIS: idOf('devis'),
        IDPROJET,
        IDCLIENT,
        ...quoteDates(),
        LIGNES: [{ id: 'l1', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 10_000, TAUX_TVA: 1000 }],
      }),
      await company.write('POST', '/report/submission', {
        IDSOUMISSION: idOf('report'),
        IDRAPPORT: `${prefix}rapport`,
        IDPROJET,
        REPONSES: {},
      }),
    ]
    const noted = { entry: null, resource: 'intervention', id: idOf('works') } as const
    items.note(noted, [
      { field: 'NOTES', added: [`note-${index}`], removed: [] },
      { field: 'IDINTERVENTION_PLANNING', added: [`slot-${index}`], removed: [] },
    ])
    const team = people.map((person) => JSON.stringify(person))
    items.note({ entry: null, resource: 'rdv', id: idOf('rdv') }, [{ field: 'IDPERSONNELS', added: team, removed: [] }])
    if (statuses.some((status) => status !== 201)) throw new Error(`The clerk could not prepare: ${statuses}`)
  }
  for (const one of ['a', 'b']) {
    const status = await company.write('POST', '/clients', {
      IDCLIENT: `${prefix}${LONELY}-${one}`,
      NOM: `Seul ${one}`,
    })
    if (status !== 201) throw new Error(`The clerk could not prepare: ${status}`)
  }
  await furnishOffice(company, prefix)
}

/** Prefix of what the office works with. It stands behind the other records, so that the steps of older histories still mean the same ones. */
const OFFICE = 'vente'
const TOLD: readonly PersonName[] = ['camille', 'colin', 'diane', 'marc']

/** An order with a payment, requests of its customer and of another one, a file, the price list, a target, and a notice for each person. */
async function furnishOffice(company: ServerCompany, prefix: string): Promise<void> {
  const id = `${prefix}${OFFICE}`
  const [IDCLIENT, OTHER] = [`${id}-0`, `${id}-1`]
  const ligne = { id: 'l1', LIBELLE: 'Volet', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 10_000, TAUX_TVA: 1000 }
  const about = { IDDEVIS: id, IDPROJET: id }
  const customers = [
    { IDCLIENT, NOM: 'Petit', MAIL: 'petit@example.com', IDADRESSE: id, IDAGENCE: 'lyon', IDPERSONNEL: 'camille' },
    { IDCLIENT: OTHER, NOM: 'Petit-Roux', MAIL: 'roux@example.com', IDAGENCE: 'lyon' },
  ]
  const site = { IDPROJET: id, IDCLIENT, ADRESSE_CHANTIER: id, IDAGENCE: 'lyon' }
  const projet = { ...site, IDRESPONSABLEPROJET: 'camille', DESCRIPTION: 'Volets' }
  const statuses = []
  statuses.push(await company.write('POST', '/adresse', { IDADRESSE: id, ADRESSE: '9 rue Basse', VILLE: 'Lyon' }))
  for (const customer of customers) statuses.push(await company.write('POST', '/clients', customer))
  statuses.push(await company.write('POST', '/projets', projet))
  statuses.push(await company.write('POST', '/devis', { ...about, IDCLIENT, ...quoteDates(), LIGNES: [ligne] }))
  await company.sign(id)
  const received = { MONTANT: 2_000, MOYEN: 'cheque', GENRE: 'acompte', DATE_PAIEMENT: today('Europe/Paris') }
  statuses.push(await company.write('POST', '/paiements', { id, ...about, ...received }))
  if (statuses.some((status) => status !== 201)) throw new Error(`The clerk could not prepare: ${statuses}`)

  const DATE_DEMANDE = new Date().toISOString()
  const seen = { agence: 'lyon', personnes: ['camille'] }
  await company.plant(
    'demande',
    { id: `${id}-ask-0`, GENRE: 'apres_vente', IDCLIENT, IDPROJET: id, MESSAGE: 'Il grince', DATE_DEMANDE },
    seen,
  )
  await company.plant(
    'demande',
    { id: `${id}-ask-1`, GENRE: 'parrain', IDCLIENT: OTHER, MESSAGE: 'Ma voisine', DATE_DEMANDE },
    { agence: 'lyon', personnes: [] },
  )
  const file = { NOM: 'plan.pdf', TYPE_MIME: 'application/pdf', TAILLE: 9, SHA256: 'a'.repeat(64), ORIGINE: 'document' }
  const owner = { IDPROJET: id, RESSOURCE: 'projet', IDENREGISTREMENT: id }
  await company.plant('fichier', { IDFICHIER: id, ...owner, ...file }, seen)
  await company.plant('article', { id: `${id}-article`, REFERENCE: 'V1', LIBELLE: 'Volet', PRIX_HT: 10_000 })
  const target = { id: `${id}-target`, IDPERSONNEL: 'camille', MOIS: '2026-11', MONTANT: 100_000 }
  await company.plant('objectif', target, { agence: null, personnes: ['camille'] })
  for (const person of TOLD) {
    const notice = { id: `${id}-${person}`, IDPERSONNEL: person, TYPE: 'demande_recue', RESSOURCE: 'demande' }
    const values = { ...notice, DATE_NOTIFICATION: DATE_DEMANDE }
    await company.plant('notification', values, { agence: null, personnes: [person] })
  }
}
