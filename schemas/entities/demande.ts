import * as Type from 'typebox'
import { defineEntity } from '../entity.ts'
import { choice, instant, json, key, longtext, ref, refs, required } from '../fields.ts'
import { filleul, MOST_REPONSES, reponse, TYPES_DEMANDE } from '../rules/demandes.ts'

/** Tells requests apart from the reference lists, whose local collection they share. */
export const DEMANDE_LIST = 'DEMANDE'

const LABELS = {
  parrain: 'Parrainage',
  apres_vente: 'Après-vente',
  comptable: 'Comptabilité',
  rdv: 'Autre moment pour un rendez-vous',
} as const

/**
 * What a customer sent from their space (DAY-05). The server writes it; what the office does with it are commands (take, answer, convert), so no body sets
 * a field otherwise.
 */
export const demande = defineEntity({
  name: 'demande',
  title: 'Demande',
  plural: 'Demandes',
  path: '/demandes',
  table: 'demande',
  key: 'id',
  fields: {
    id: key(),
    GENRE: required(choice('Objet', TYPES_DEMANDE, { merge: 'server' })),
    IDCLIENT: required(ref('Client', 'client', { merge: 'server' })),
    IDPROJET: ref('Projet', 'projet', { merge: 'server' }),
    IDDEVIS: ref('Devis', 'devis', { merge: 'server' }),
    MESSAGE: required(longtext('Message', 4000, { merge: 'server' })),
    FILLEUL: json('Personne recommandée', filleul, { merge: 'server' }),
    /** Among the files of the project. */
    PHOTOS: refs('Photos', 'fichier', { merge: 'server' }),
    DATE_DEMANDE: required(instant('Reçue le')),
    PRISE_PAR: ref('Prise par', 'personnel', { merge: 'server' }),
    REPONSES: required(json('Réponses', Type.Array(reponse, { maxItems: MOST_REPONSES }), { merge: 'server' }), []),
    /** What the office made of it. */
    IDCLIENT_SUITE: ref('Client créé', 'client'),
    IDPROJET_SUITE: ref('Projet créé', 'projet'),
  },
  relations: { client: { to: 'client', by: 'IDCLIENT' }, projet: { to: 'projet', by: 'IDPROJET' } },
  /** In the collection of the reference lists: a RxDB realm has thirteen collections at most. */
  local: {
    collection: 'references',
    indexes: ['LISTE'],
    derived: { maxLength: { LISTE: 40 }, of: () => ({ LISTE: DEMANDE_LIST }) },
  },
  label: (d) => LABELS[d.GENRE],
})
