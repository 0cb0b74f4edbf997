import type { Values } from '../../schemas/merge.ts'
import type { Answer, Caller } from './contract.ts'

let count = 0
/** An id that no other test uses. */
export const newId = (kind: string): string => `${kind}-${++count}-${Math.random().toString(36).slice(2, 8)}`

async function made(answer: Promise<Answer>): Promise<Values> {
  const { status, data, body } = await answer
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`)
  return data
}

/** Makes records through the API. Fields that the test does not give are filled in. */
export const newAdresse = (caller: Caller, values: Values = {}): Promise<Values> =>
  made(caller.post('/adresse', { IDADRESSE: newId('adresse'), ADRESSE: '1 rue des Lilas', VILLE: 'Lyon', ...values }))

export const newClient = (caller: Caller, values: Values = {}): Promise<Values> =>
  made(caller.post('/clients', { IDCLIENT: newId('client'), NOM: newId('Nom'), ...values }))

export async function newProjet(caller: Caller, values: Values = {}): Promise<Values> {
  const IDCLIENT = values.IDCLIENT ?? (await newClient(caller)).IDCLIENT
  return made(caller.post('/projets', { IDPROJET: newId('projet'), ...values, IDCLIENT }))
}

export const newRdv = (caller: Caller, values: Values = {}): Promise<Values> =>
  made(
    caller.post('/rdvs', {
      IDRDV: newId('rdv'),
      RDV_OBJET: 'Visite',
      RDV_DEBUT: '2026-11-23 09:00',
      RDV_FIN: '2026-11-23 10:00',
      ...values,
    }),
  )

export const LIGNE = {
  id: 'l1',
  LIBELLE: 'Fenêtre',
  UNITE: 'u',
  QUANTITE: 2,
  PRIX_UNITAIRE_HT: 10_000,
  TAUX_TVA: 1000,
} as const

export async function newDevis(caller: Caller, projet: Values, values: Values = {}): Promise<Values> {
  const { IDPROJET, IDCLIENT } = projet
  return made(caller.post('/devis', { IDDEVIS: newId('devis'), IDPROJET, IDCLIENT, LIGNES: [LIGNE], ...values }))
}

export const newIntervention = (caller: Caller, projet: Values, values: Values = {}): Promise<Values> =>
  made(
    caller.post('/interventions', {
      IDINTERVENTION: newId('intervention'),
      IDPROJET: projet.IDPROJET,
      RDV_DEBUT: '2026-11-24 08:00',
      RDV_FIN: '2026-11-24 17:00',
      ...values,
    }),
  )

export async function newSoumission(caller: Caller, director: Caller, values: Values = {}): Promise<Values> {
  const rapport = await made(director.post('/report', { id: newId('rapport'), TITRE: 'Visite' }))
  return made(
    caller.post('/report/submission', { IDSOUMISSION: newId('soumission'), IDRAPPORT: rapport.id, ...values }),
  )
}
