import { currentLabel, isAdminHost } from '../api/host.ts'
import { sessionStore, spoiledAuth } from './session-store.ts'
import { accountOf, type Company, isPersonnel, type Personnel } from './stored-session.ts'

/** `lolapp-<company>-personnel_<account>`, as `localDatabaseName` makes it. Ids that it had to change are not read back. */
const DATABASE = /^rxdb-dexie-(lolapp-([0-9a-z-]+)-personnel_([0-9a-z-]+))--\d+--personnels$/

interface Found {
  companyId: string
  personnel: Personnel
}

/** Whose local database it is, by its name and the owner's own record in it. */
async function ownersHere(): Promise<Found[]> {
  const { allStoredRows } = await import('../../../sync/store/stored-rows.ts')
  const found = new Map<string, Found>()
  for (const { name = '' } of await indexedDB.databases()) {
    const [, database = '', companyId = '', id = ''] = DATABASE.exec(name) ?? []
    if (database === '') continue
    for await (const rows of allStoredRows(name)) {
      const personnel = rows.find((row) => row.IDPERSONNEL === id)
      if (isPersonnel(personnel)) found.set(database, { companyId, personnel })
    }
  }
  return [...found.values()]
}

/** What is known of a company by its id alone; the server's next answer gives the rest. */
const bareCompany = (id: string): Company => {
  const key = currentLabel() ?? id
  const nothing = { COLOR: null, LOGO: null, BACKGROUND: null, FUSEAU: null, AIDE_URL: null }
  return { id, key, NOM: key, ...nothing }
}

/**
 * A session that can be read neither from its entry nor from its copy (a former version of the app kept none) is restored from the one local
 * database of this device (ANSWER-2): its name says whose it is, and their record is in it. Without a network its owner could not log in again.
 * Where there are several databases, or none, the person is asked to log in.
 */
export async function restoreSession(): Promise<void> {
  const spoiled = isAdminHost() ? null : spoiledAuth()
  if (spoiled === null) return
  const [owner, other] = await ownersHere()
  if (owner === undefined || other !== undefined) return
  const { company } = sessionStore.get()
  if (company?.id !== owner.companyId) sessionStore.setCompany(bareCompany(owner.companyId))
  sessionStore.setAuth({ ...spoiled, account: accountOf(owner.personnel) })
}
