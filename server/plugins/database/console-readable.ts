import { entityOf, SYNCED } from '../../../schemas/resources.ts'

/**
 * Synced tables hold only what the staff may read; files are left out because their rows hold the keys of their bytes, notices and saved filters because
 * each is for one person, absences because a kind may speak of health.
 */
const HIDDEN: readonly string[] = ['fichier', 'notification', 'filtre', 'absence']
const OPEN = SYNCED.filter((name) => !HIDDEN.includes(name))
const BESIDE = ['company_id', 'VERSION', 'seq', 'deleted', 'created_by', 'updated_at']

/** Tables and columns that the console may read; no others. So it reads no credential, session, link, code, key, sealed setting, nor the text of a message. */
export const CONSOLE_READABLE: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'company',
    [
      'id',
      'key',
      'NOM',
      'COLOR',
      'LOGO',
      'BACKGROUND',
      'FUSEAU',
      'AIDE_URL',
      'seq',
      'epoch',
      'SMS_EXPEDITEUR',
      'MAIL_EXPEDITEUR',
      'SIRET',
      'ADRESSE',
      'CODE_POSTAL',
      'VILLE',
      'TELEPHONE',
      'disabled',
    ],
  ],
  ['role', ['company_id', 'id', 'name', 'common_name', 'color']],
  ['numbering', ['company_id', 'name', 'value']],
  ['message', ['company_id', 'id', 'channel', 'status', 'attempts', 'resource', 'record_id', 'created_at', 'sent_at']],
  ['audit', ['company_id', 'id', 'at', 'actor', 'impersonator', 'action', 'target']],
  ['mutation', ['company_id', 'account', 'status', 'resource', 'record_id', 'version', 'seq', 'created_at']],
  ...OPEN.map((name): [string, string[]] => {
    const entity = entityOf(name)
    return [entity.table, [...Object.keys(entity.fields), ...BESIDE]]
  }),
])
