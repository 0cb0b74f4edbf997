import { POLICIES } from '../../schemas/access.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'

/** One CSV of the export. */
export interface ExportedTable {
  table: string
  /** Orders the rows, and names the last one of a page. */
  key: string
  /** Never a password, a token, a code or a key: a test holds these and `withheld` against the columns of the database. */
  columns: readonly string[]
  /** Columns that stay out: secrets, and what means something only inside the server. */
  withheld: readonly string[]
  /** Rows of records have a tombstone: deleted ones stay out. */
  records: boolean
}

/** Columns of synchronisation, which each record has. */
const OWN = ['VERSION', 'seq', 'deleted', 'stamps', 'created_by', 'updated_at', 'viewer_agence', 'viewer_personnes']
/** Columns of the search, made of others. */
const SEARCHED = ['cle_nom', 'cle_prenom', 'cle_ville', 'cle_portable']

const ofEntity = (resource: SyncedResource): ExportedTable => {
  const { table, key, fields } = entityOf(resource)
  return { table, key, columns: Object.keys(fields), withheld: [...OWN, ...SEARCHED], records: true }
}

const table = (name: string, columns: readonly string[], more: Partial<ExportedTable> = {}): ExportedTable => ({
  table: name,
  key: 'id',
  columns,
  withheld: [],
  records: false,
  ...more,
})

/** What else the company wrote or decided. */
const OTHERS: readonly ExportedTable[] = [
  table('role', ['id', 'name', 'common_name', 'color'], { withheld: OWN }),
  table('credential', ['personnel_id', 'mail', 'disabled'], { key: 'personnel_id', withheld: ['password_hash'] }),
  table('label', ['id', 'LIBELLE', 'COULEUR', 'ORDRE']),
  table('asset_item_custom', ['id', 'IDASSETITEM', 'VALEUR']),
  table('mail_template', ['id', 'code', 'subject', 'body', 'variables']),
  table('short_link', ['id', 'slug', 'url', 'LIBELLE', 'clicks', 'created_at']),
  // The text of a mail may hold a link that opens an account, that of an SMS a code.
  table(
    'message',
    ['id', 'channel', 'recipient', 'status', 'resource', 'record_id', 'created_by', 'created_at', 'sent_at'],
    {
      withheld: ['key', 'payload', 'attempts', 'error', 'provider_id', 'due_at', 'claimed_at'],
    },
  ),
  table('payment', ['id', 'devis_id', 'amount', 'state', 'provider', 'created_by', 'created_at', 'confirmed_at'], {
    withheld: ['session', 'url', 'key', 'updated_at', 'asked_at'],
  }),
  table('devis_evidence', ['number', 'devis_id', 'kind', 'record', 'document', 'previous_hash', 'hash', 'fichier_id'], {
    key: 'number',
    withheld: ['cle', 'mac'],
  }),
  table('devis_consultation', ['id', 'devis_id', 'client_id', 'origine', 'ip', 'user_agent', 'at']),
  table('contact_change', [
    'id',
    'client_id',
    'old_phone',
    'new_phone',
    'old_mail',
    'new_mail',
    'at',
    'par',
    'answer',
    'answered_at',
    'lifted_at',
    'lifted_by',
    'untold',
  ]),
  table('erasure_request', [
    'id',
    'kind',
    'person_id',
    'why',
    'asked_by',
    'asked_at',
    'settled_at',
    'settled_by',
    'outcome',
  ]),
  table('handover', ['id', 'personnel_id', 'successor_id', 'division', 'by_id', 'at', 'undone_at', 'undone_by'], {
    withheld: ['was_disabled'],
  }),
  table('client_merge', ['id', 'from_id', 'into_id', 'by_id', 'at', 'undone_at', 'undone_by'], {
    withheld: ['before', 'merged'],
  }),
  table('audit', ['id', 'at', 'actor', 'impersonator', 'action', 'target', 'ip', 'device', 'details']),
  table(
    'company',
    [
      'id',
      'key',
      'NOM',
      'COLOR',
      'FUSEAU',
      'AIDE_URL',
      'HORAIRES',
      'SMS_EXPEDITEUR',
      'MAIL_EXPEDITEUR',
      'SIRET',
      'ADRESSE',
      'CODE_POSTAL',
      'VILLE',
      'TELEPHONE',
      'MAIL',
      'MENTIONS_LEGALES',
      'MEDIATEUR',
      'ASSURANCE',
      'DELAI_CONTACT',
      'SECOND_FACTEUR',
      'RAPPEL_RDV',
    ],
    {
      withheld: [
        'LOGO',
        'BACKGROUND',
        'WEBSERVICE_SERVER',
        'seq',
        'epoch',
        'epoch_number',
        'SMTP',
        'SMS_CLE',
        'CLE_LOLA',
        'disabled',
      ],
    },
  ),
]

export const EXPORTED: readonly ExportedTable[] = [
  // What is for one person alone is no record of the company.
  ...SYNCED.filter((name) => POLICIES[name]?.scope !== 'own').map(ofEntity),
  ...OTHERS,
]

/** Tables of a company that no CSV has, and why. With `EXPORTED` it names every table with a company: a test reads them from the database. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  notification: 'ce dont chaque personne est prévenue : elle seule le lit',
  filtre: 'les filtres que chaque personne a enregistrés : elle seule les lit',
  notice_burst: 'de quelles fiches parle la dernière notification de chaque personne',
  notice_choice: 'ce dont chaque personne veut être prévenue',
  company_picture: 'les images sont des fichiers de l’archive',
  personnel_photo: 'les photos sont des fichiers de l’archive',
  article_photo: 'les photos sont des fichiers de l’archive',
  data_import: 'ce qu’un import a fait est dans les fiches',
  import_row: 'les lignes d’un fichier importé, gardées trente jours',
  import_columns: 'les colonnes proposées au prochain import',
  stored_bytes: 'où sont les octets des fichiers, qui sont dans l’archive',
  rdv_person: 'les rendez-vous disent eux-mêmes qui y va',
  client_merge_item: 'les fiches disent elles-mêmes de quel client elles sont',
  former_client: 'les projets disent eux-mêmes de quel client ils sont, et leur journal qu’il a été corrigé',
  former_home: 'où un client habitait avant, pour l’effacer avec lui : des identifiants et des dates',
  handover_item: 'les fiches disent elles-mêmes à qui elles sont',
  taken_off: 'ce que des téléphones sans réseau peuvent encore envoyer, gardé trente jours',
  space_number: 'la confirmation d’un numéro de connexion',
  erasure: 'ce que la loi oblige à garder sous clé d’une personne effacée',
  company_epoch: 'fonctionnement du serveur',
  company_subdomain: 'fonctionnement du serveur',
  mutation: 'fonctionnement du serveur',
  once_result: 'fonctionnement du serveur',
  numbering: 'fonctionnement du serveur',
  retention_run: 'fonctionnement du serveur',
  console_scope: 'fonctionnement du serveur',
  device: 'les appareils, qui changent d’une heure à l’autre',
  session: 'secret',
  push_subscription: 'secret',
  password_link: 'secret',
  totp: 'secret',
  passkey: 'secret',
  recovery_code: 'secret',
  factor_challenge: 'secret',
  otp_challenge: 'secret',
  ics_token: 'secret',
  rdv_link: 'secret',
  lead_key: 'secret',
  lead_seen: 'secret',
  lola_token: 'secret',
  payment_account: 'secret',
  former_payment_account: 'secret',
}
