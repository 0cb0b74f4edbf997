import * as Type from 'typebox'
import { endsBeforeStart } from '../dates.ts'
import { defineEntity } from '../entity.ts'
import { choice, datetime, flag, instant, json, key, longtext, ref, refs, required, text } from '../fields.ts'
import { annonce, MOST_ANNONCES, reponseClient } from '../rules/annonces.ts'
import { longUntil } from '../rules/long-stays.ts'

/** 0 Non debrief, 1 Non entrée, 2 Non déballe, 3 Non vendu, 4 Vendu. */
export const DEBRIEF_CATEGORIES = [0, 1, 2, 3, 4] as const

export const rdv = defineEntity({
  name: 'rdv',
  title: 'Rendez-vous',
  plural: 'Rendez-vous',
  path: '/rdvs',
  table: 'rdv',
  key: 'IDRDV',
  fields: {
    IDRDV: key(),
    RDV_OBJET: text('Objet', 200),
    RDV_DEBUT: required(datetime('Début', { group: 'horaire' })),
    RDV_FIN: required(datetime('Fin', { group: 'horaire' })),
    IDNATURE_RDV: ref('Nature', 'liste:NATURE_RDV'),
    IDPROJET: ref('Projet', 'projet'),
    IDADRESSE: ref('Adresse', 'adresse'),
    OBSERVATIONS: longtext('Observations'),
    IDPERSONNELS: refs('Participants', 'personnel'),
    SUPPRIME: flag('Supprimé'),
    DEBRIEF_CATEGORIE: required(choice('Débrief', DEBRIEF_CATEGORIES, { merge: 'words', group: 'debrief' }), 0),
    IDRDV_DEBRIEF: ref('Motif', 'liste:RDV_DEBRIEF', { merge: 'words', group: 'debrief' }),
    DEBRIEF_COMMENTAIRE: longtext('Commentaire', 2000, { group: 'debrief' }),
    DEBRIEF_LE: instant('Débriefé le', { merge: 'words', group: 'debrief' }),
    DEBRIEF_PAR: ref('Débriefé par', 'personnel', { merge: 'words', group: 'debrief' }),
    DATE_CREATION: instant('Créé le'),
    /** What the customer was told of it (DAY-09), oldest first; the command and the server's reminder add to it. */
    ANNONCES: required(
      json('Messages au client', Type.Array(annonce, { maxItems: MOST_ANNONCES }), { merge: 'server' }),
      [],
    ),
    REPONSE_CLIENT: json('Réponse du client', reponseClient, { merge: 'server' }),
  },
  relations: {
    projet: { to: 'projet', by: 'IDPROJET' },
    adresse: { to: 'adresse', by: 'IDADRESSE' },
    RDV_PERSONNEL: { to: 'personnel', by: 'IDPERSONNELS', many: true },
    nature: { to: 'reference', by: 'IDNATURE_RDV' },
  },
  local: {
    collection: 'rdvs',
    indexes: ['RDV_DEBUT', 'CLE_PROJET', 'CLE_DEBRIEF', 'CLE_LONG', 'CLE_ADRESSE'],
    derived: {
      maxLength: { CLE_PROJET: 64, CLE_DEBRIEF: 16, CLE_LONG: 16, CLE_ADRESSE: 64 },
      of: (r) => ({
        CLE_PROJET: r.IDPROJET ?? '',
        // The beginning of an appointment that has no debrief; '' once it has one, or is deleted.
        CLE_DEBRIEF: isActive(r) && r.DEBRIEF_CATEGORIE === 0 ? (r.RDV_DEBUT ?? '') : '',
        CLE_LONG: longUntil(r),
        // The place of one that is not deleted.
        CLE_ADRESSE: isActive(r) ? (r.IDADRESSE ?? '') : '',
      }),
    },
  },
  check: (r) =>
    endsBeforeStart(r.RDV_DEBUT, r.RDV_FIN) ? [{ field: 'RDV_FIN', message: 'La fin doit être après le début' }] : [],
  label: (r) => r.RDV_OBJET || 'Rendez-vous',
})

/** The contract's « active »: not SUPPRIME (ENT-04). */
export const isActive = (rdv: { SUPPRIME: 0 | 1 }): boolean => rdv.SUPPRIME !== 1
