import { describe, expect, it } from 'vitest'
import type { MergePolicy } from './entity.ts'
import { entityOf, type ResourceName, resources } from './resources.ts'

/** How each field merges, written a second time by hand, so that a policy changes only on purpose. `group: fields` are merged together. */
const POLICIES: Record<ResourceName, Partial<Record<MergePolicy | `group ${string}`, string>>> = {
  absence: {
    immutable: 'id',
    words: 'OBJET DEBUT FIN REPETER_JUSQUA',
    latest: 'GENRE JOURNEES REPETITION REPETER_FOIS',
    set: 'IDPERSONNELS EXCEPTIONS',
    server: 'DERNIERE_FIN',
    'group horaire': 'JOURNEES DEBUT FIN REPETITION REPETER_JUSQUA REPETER_FOIS',
  },
  adresse: {
    immutable: 'IDADRESSE',
    words: 'ADRESSE CODE_POSTAL VILLE',
    latest: 'LATITUDE LONGITUDE',
    server: 'ADRESSE_COMPLETE',
    'group adresse': 'ADRESSE CODE_POSTAL VILLE LATITUDE LONGITUDE',
  },
  client: {
    immutable: 'IDCLIENT',
    words: 'NOM PRENOM PORTABLE TELEPHONE MAIL OBSERVATIONS',
    latest: 'IDCIVILITE IDADRESSE VILLE IDPERSONNEL IDAGENCE IDORIGINE IDORIGINE_CAMPAGNE SANS_RAPPELS',
    set: 'JOURNAL IDLABELS',
    server: 'FICHES_REUNIES DATE_CREATION',
  },
  conflit: {
    immutable: 'id',
    latest: 'RESOLU',
    server: 'RESSOURCE IDENREGISTREMENT PERDU GARDE PERDU_PAR GARDE_PAR RAISON DATE_CONFLIT',
  },
  demande: {
    immutable: 'id',
    latest: 'IDCLIENT_SUITE IDPROJET_SUITE',
    server: 'GENRE IDCLIENT IDPROJET IDDEVIS MESSAGE FILLEUL PHOTOS DATE_DEMANDE PRISE_PAR REPONSES',
  },
  devis: {
    immutable: 'IDDEVIS IDPROJET IDCLIENT GROUPE_VARIANTES',
    words: 'OBJET VARIANTE LIGNES DATE_EDITION DATE_VALIDITE',
    latest: 'IDRESPONSABLEPROJET',
    server:
      'NUMERO_DEVIS NET_HT PRIX_TTC DATE_CREATION DATE_TRANSMISSION DATE_CONSULTATION DATE_SIGNATURE DATE_REFUSE DEVIS_SIGNE REFUSE RELANCES SOLDE MONTANT_CONSERVE',
    'group montants': 'LIGNES',
  },
  entreprise: {
    immutable: 'id',
    words: 'NOM ADRESSE CODE_POSTAL VILLE TELEPHONE MAIL MENTIONS_LEGALES MEDIATEUR ASSURANCE',
    latest: 'key COLOR LOGO BACKGROUND FUSEAU AIDE_URL HORAIRES SIRET WEBSERVICE_SERVER',
  },
  fichier: {
    immutable: 'IDFICHIER',
    words: 'NOM',
    server: 'IDPROJET RESSOURCE IDENREGISTREMENT TYPE_MIME TAILLE SHA256 ORIGINE IDPERSONNEL DATE_CREATION',
  },
  intervention: {
    immutable: 'IDINTERVENTION',
    words: 'RDV_OBJET RDV_DEBUT RDV_FIN',
    latest: 'IDPROJET IDDEVIS IDTYPE_INTERVENTION',
    set: 'IDINTERVENTION_PLANNING NOTES',
    server: 'SOLDE_DEVIS SOLDE_DEVIS_POURCENTAGE FEEDBACK DATE_FEEDBACK DATE_CREATION',
    'group horaire': 'RDV_DEBUT RDV_FIN',
  },
  notification: {
    immutable: 'id',
    latest: 'LU',
    server: 'IDPERSONNEL TYPE RESSOURCE IDENREGISTREMENT NOMBRE AUTEUR DETAIL DATE_NOTIFICATION',
  },
  paiement: {
    immutable: 'id IDDEVIS IDPROJET MONTANT MOYEN GENRE DATE_PAIEMENT REFERENCE NOTE',
    server: 'IDPERSONNEL DATE_CREATION ANNULE_LE ANNULE_PAR REJETE_LE MOTIF_ANNULATION',
  },
  filtre: {
    immutable: 'id ECRAN',
    words: 'NOM',
    latest: 'VALEURS DEFAUT',
    server: 'IDPERSONNEL DATE_CREATION',
  },
  objectif: { immutable: 'id IDPERSONNEL MOIS', latest: 'MONTANT VENTES' },
  personnel: {
    immutable: 'IDPERSONNEL',
    words: 'PRENOM NOM MAIL TELEPHONE_PORTABLE',
    latest: 'PHOTO IDAGENCE TOUTES_AGENCES HORS_STATS',
    set: 'ROLES AGENCES',
    server: 'NOM_COMPLET INITIALES IDCOMPANY',
  },
  projet: {
    immutable: 'IDPROJET',
    words: 'DESCRIPTION RELANCE_INTERMEDIAIRE RELANCE_A DATE_SANS_SUITE',
    set: 'JOURNAL IDLABELS',
    latest: 'IDCLIENT TYPE_PROJET IDRESPONSABLEPROJET IDAGENCE ADRESSE_CHANTIER REFUSE ID_MOTIF_SANS_SUITE',
    server: 'IDETAT_PROJET DATE_CREATION',
    'group fin': 'REFUSE DATE_SANS_SUITE ID_MOTIF_SANS_SUITE',
  },
  article: {
    immutable: 'id',
    words: 'FAMILLE REFERENCE LIBELLE DESCRIPTION UNITE PRIX_HT',
    set: 'OPTIONS',
    latest: 'IDTVA IDTVA_RENOVATION IDTVA_ENERGIE ARCHIVE',
    server: 'PHOTO',
  },
  rapport: { immutable: 'id', words: 'TITRE CHAMPS', set: 'NATURES', latest: 'ACTIF REVISION' },
  rdv: {
    immutable: 'IDRDV',
    words:
      'RDV_OBJET RDV_DEBUT RDV_FIN OBSERVATIONS DEBRIEF_CATEGORIE IDRDV_DEBRIEF DEBRIEF_COMMENTAIRE DEBRIEF_LE DEBRIEF_PAR',
    latest: 'IDNATURE_RDV IDPROJET IDADRESSE SUPPRIME',
    set: 'IDPERSONNELS',
    server: 'DATE_CREATION ANNONCES REPONSE_CLIENT',
    'group horaire': 'RDV_DEBUT RDV_FIN',
    'group debrief': 'DEBRIEF_CATEGORIE IDRDV_DEBRIEF DEBRIEF_COMMENTAIRE DEBRIEF_LE DEBRIEF_PAR',
  },
  reference: {
    immutable: 'id LISTE',
    words: 'LIBELLE ADRESSE CODE_POSTAL VILLE TELEPHONE',
    latest: 'CODE CODECOULEUR DUREE TYPE TYPE_MOTIF TAUX ORDRE ARCHIVE',
  },
  role: { immutable: 'id name', words: 'common_name', latest: 'color' },
  soumission: {
    immutable: 'IDSOUMISSION IDRAPPORT IDRDV IDPROJET FORMULAIRE DATE_SOUMISSION',
    words: 'REPONSES',
    server: 'IDPERSONNEL CORRECTIONS',
  },
  template: { immutable: 'id code', words: 'subject body', latest: 'variables' },
  user: { immutable: 'id', words: 'name email' },
}

const sorted = (names: string[]): string => names.sort().join(' ')

describe('[SYN-04] every field of every entity has the merge policy that was decided for it', () => {
  it.each(Object.keys(resources) as ResourceName[])('%s', (name) => {
    const found: Record<string, string[]> = {}
    for (const [field, { merge, group }] of Object.entries(entityOf(name).fields)) {
      for (const heading of [merge, ...(group ? [`group ${group}`] : [])]) {
        found[heading] = [...(found[heading] ?? []), field]
      }
    }
    const decided = Object.entries(POLICIES[name]).map(([heading, fields = '']) => [heading, sorted(fields.split(' '))])
    expect(Object.fromEntries(Object.entries(found).map(([heading, fields]) => [heading, sorted(fields)]))).toEqual(
      Object.fromEntries(decided),
    )
  })
})

it('[MERGE-2] every day and every time that a person may write is kept when it loses', () => {
  const written = (Object.keys(resources) as ResourceName[]).flatMap((name) =>
    Object.entries(entityOf(name).fields)
      .filter(([, { kind }]) => kind === 'date' || kind === 'datetime' || kind === 'instant')
      .map(([field, { merge }]) => ({ field: `${name}.${field}`, merge })),
  )
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(({ merge }) => merge === 'latest')).toEqual([])
})

describe('lists whose order is content', () => {
  it('are no sets: a set does not keep the order of its items', () => {
    expect(resources.devis.fields.LIGNES.merge).toBe('words')
    expect(resources.rapport.fields.CHAMPS.merge).toBe('words')
  })
})
