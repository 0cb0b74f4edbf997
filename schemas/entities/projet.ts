import { defineEntity } from '../entity.ts'
import { choice, date, datetime, flag, instant, integer, json, key, longtext, ref, refs, required } from '../fields.ts'
import { journalKey, journalSchema } from '../journal.ts'
import { awaited, calling } from '../rules/project-lists.ts'

/** The first line of the description, which its customer may read as the subject of a quote or an appointment; '' without one. */
export const subjectOf = ({ DESCRIPTION }: { DESCRIPTION: string | null }): string =>
  DESCRIPTION?.split('\n')[0]?.trim() ?? ''

export const projet = defineEntity({
  name: 'projet',
  title: 'Projet',
  plural: 'Projets',
  path: '/projets',
  table: 'projet',
  key: 'IDPROJET',
  fields: {
    IDPROJET: key(),
    IDCLIENT: required(ref('Client', 'client')),
    /** The customer's space shows it: the company's own notes are in JOURNAL. */
    DESCRIPTION: longtext('Description', 2000),
    JOURNAL: required(json('Journal', journalSchema, { merge: 'set' }), []),
    /** 1, 2, 4, 5 by schemas/rules/project-state.ts; never from a body. */
    IDETAT_PROJET: required(integer('État', {}, { merge: 'server' }), 1),
    TYPE_PROJET: required(choice('Type', [0, 1]), 0),
    IDRESPONSABLEPROJET: ref('Responsable', 'personnel'),
    IDAGENCE: ref('Agence', 'liste:AGENCES'),
    IDLABELS: refs('Étiquettes', 'liste:LABEL'),
    ADRESSE_CHANTIER: ref('Adresse du chantier', 'adresse'),
    RELANCE_INTERMEDIAIRE: date('Relance intermédiaire'),
    /** A time on that day; of another day it counts for nothing (`recallTime`): whoever knows the day alone changes the day alone. */
    RELANCE_A: datetime('Rappeler à'),
    REFUSE: flag('Refusé', { group: 'fin' }),
    DATE_SANS_SUITE: date('Sans suite le', { group: 'fin' }),
    ID_MOTIF_SANS_SUITE: ref('Motif', 'liste:TYPE_ANNULATION', { group: 'fin' }),
    DATE_CREATION: instant('Créé le'),
  },
  relations: {
    client: { to: 'client', by: 'IDCLIENT' },
    responsableProjet: { to: 'personnel', by: 'IDRESPONSABLEPROJET' },
    adresseChantier: { to: 'adresse', by: 'ADRESSE_CHANTIER' },
    RDVS: { to: 'rdv', by: 'IDPROJET', many: true },
    DEVIS: { to: 'devis', by: 'IDPROJET', many: true },
  },
  local: {
    collection: 'projets',
    indexes: ['IDCLIENT', 'CLE_RESPONSABLE', 'CLE_ATTENTE', 'CLE_RELANCE', 'CLE_JOURNAL', 'CLE_CHANTIER'],
    derived: {
      maxLength: { CLE_RESPONSABLE: 64, CLE_ATTENTE: 64, CLE_RELANCE: 64, CLE_JOURNAL: 96, CLE_CHANTIER: 64 },
      of: (p) => ({
        CLE_RESPONSABLE: p.IDRESPONSABLEPROJET ?? '',
        CLE_ATTENTE: awaited(p),
        CLE_RELANCE: calling(p),
        CLE_JOURNAL: journalKey(p.JOURNAL, p.IDPROJET),
        CLE_CHANTIER: p.ADRESSE_CHANTIER ?? '',
      }),
    },
  },
  label: (p) => subjectOf(p) || 'Projet sans description',
})
