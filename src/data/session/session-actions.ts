import { AppError } from '../../../schemas/errors.ts'
import type { FactorAsked } from '../../../schemas/second-factor.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import type { Identity } from '../../../sync/identity.ts'
import { callApi } from '../api/api.ts'
import { isAdminHost } from '../api/host.ts'
import { isIssuedToken } from '../api/issued-token.ts'
import { either, isKey, isText, listOf, nothing, objectOf, orNull } from '../api/shape.ts'
import type { LocalData } from '../database/local-data.ts'
import { holdLine } from '../version/free-line.ts'
import { isFactorAsked } from './factor-asked.ts'
import { askFirstScreen, forgetFirstScreen } from './first-screen.ts'
import { staffIdentity } from './identity.ts'
import { sessionStore } from './session-store.ts'
import { accountOf, isCompany, isPersonnel, type Labels, type Personnel, type RoleLabel } from './stored-session.ts'

/** The parts of GET /datacache that the shell needs before the local database is open. */
export const isDataCache = objectOf({
  ROLE: listOf(objectOf({ name: isKey, common_name: isText, color: orNull(isText) })),
  AGENCES: listOf(objectOf({ IDAGENCES: isKey, NOM_AGENCE: isText })),
})

const fetchLabels = async (token: string | undefined): Promise<Labels> => {
  const call = { ownRefusal: true, silent: true, ...(token === undefined ? {} : { token }) }
  const { ROLE, AGENCES } = await callApi('/datacache', isDataCache, call)
  return {
    roles: ROLE.map(({ name, common_name, color }) => ({ name: name as RoleLabel['name'], common_name, color })),
    agences: AGENCES.map(({ IDAGENCES, NOM_AGENCE }) => ({ id: IDAGENCES, name: NOM_AGENCE })),
  }
}

/** The record of another person is refused: the session must not become another person's. */
const fetchAccount = (id: string, token: string | undefined): Promise<Personnel> =>
  callApi(
    `/personnels/${encodeURIComponent(id)}`,
    (value): value is Personnel => isPersonnel(value) && value.IDPERSONNEL === id,
    { ownRefusal: true, silent: true, ...(token === undefined ? {} : { token }) },
  )

/**
 * A staff member's password: a session (which may have to set up a second factor first), or the question for the second factor.
 * @throws AppError: UNAUTHENTICATED for a wrong mail or password, VALIDATION_ERROR, RATE_LIMITED, offline (`isOffline`).
 */
export const askStaff = (credentials: { MAIL: string; password: string }): Promise<IssuedToken | FactorAsked> =>
  alone(() =>
    callApi('/lolapp/login', either(isIssuedToken, isFactorAsked), {
      method: 'POST',
      body: credentials,
      token: null,
      ownRefusal: true,
      namesDevice: true,
    }),
  )

/** The call has the line for itself, also until whoever waits for its answer has begun with it. */
async function alone<T>(call: () => Promise<T>): Promise<T> {
  const release = holdLine()
  try {
    return await call()
  } finally {
    setTimeout(release)
  }
}

/** The same by a link of the company's older system. @throws AppError UNAUTHENTICATED for a token that is used, too old or not ours */
export const askSigned = (token: string): Promise<IssuedToken | FactorAsked> =>
  callApi('/auth/token/lola', either(isIssuedToken, isFactorAsked), {
    method: 'POST',
    body: { token },
    token: null,
    ownRefusal: true,
    namesDevice: true,
  })

/** Stores the session after a login. What the first screen shows is asked for before anything else. */
export async function enterStaff(issued: IssuedToken): Promise<void> {
  const identity = staffIdentity(issued.company_id ?? '', issued.tokenable_id)
  askFirstScreen({ identity, token: issued.token })
  let opening: Promise<LocalData> | undefined
  try {
    await openStaffSession(issued, () => {
      opening = import('../database/local-data.ts').then(({ openLocalData }) => openLocalData(identity))
      // The screens open it too: they meet a failure again, and report it.
      opening.catch(() => undefined)
    })
  } catch (error) {
    forgetFirstScreen()
    opening?.then(async () => (await import('../database/local-data.ts')).closeLocalData()).catch(() => undefined)
    throw error
  }
  const opened = opening
  if (opened)
    import('./left-behind.ts')
      .then(({ lookForLeftBehind }) => lookForLeftBehind(issued.token, opened))
      .catch(() => undefined)
  push()
    .then(({ renewPush }) => renewPush())
    .catch(() => undefined)
}

/** The first screen does not need its code. */
const push = () => import('../push/push.ts')

/**
 * Stores the session of a token that was just issued to a member of the staff.
 * @param onKey called once the local database may be opened
 * @throws AppError when their record cannot be read
 */
export async function openStaffSession(issued: IssuedToken, onKey = (): void => undefined): Promise<void> {
  const identity = staffIdentity(issued.company_id ?? '', issued.tokenable_id)
  const [personnel, labels] = await Promise.all([
    fetchAccount(issued.tokenable_id, issued.token),
    // Names and colours only decorate the account menu: a login works without them.
    fetchLabels(issued.token).catch((): Labels => ({ roles: [], agences: [] })),
    // Stores the key before the local database is opened: it unseals what this person's last logout sealed here.
    import('../seal/seal-key.ts').then(({ fetchSealKey }) => fetchSealKey(identity, issued.token)).then(onKey),
  ])
  sessionStore.setLabels(labels)
  sessionStore.setAuth({ token: issued.token, expiresAt: issued.expires_at, account: accountOf(personnel) })
}

const REVOKE_PATIENCE_MS = 4000

/**
 * Ends the session on this device and revokes the token when the server can be reached. The data received here is removed once the screens have
 * closed it; unsent entries are sealed for the next login (SEAL-1): the caller has asked about them first (AUT-08).
 */
export async function logout(): Promise<void> {
  forgetFirstScreen()
  await push()
    .then(({ leavePush }) => leavePush())
    .catch(() => undefined)
  if (navigator.onLine) {
    await reportUnsent().catch(() => undefined)
    await callApi('/logout', nothing, {
      method: 'POST',
      ownRefusal: true,
      signal: AbortSignal.timeout(REVOKE_PATIENCE_MS),
    }).catch(() => undefined)
  }
  const { auth, company } = sessionStore.get()
  if (company && auth?.account.kind === 'personnel') await noteLeft(staffIdentity(company.id, auth.account.id))
  sessionStore.clearSession()
  if (company && auth?.account.kind === 'client') await forgetSeen(company.id, auth.account.id)
}

/**
 * Logs out, and removes from this device all that the account received on it (ERASE-1). The page then reloads.
 * @returns false when something is unsent after all: logged out, everything kept for the next login
 * @throws Error when another tab does not close the data
 */
export async function logoutAndErase(identity: Identity): Promise<boolean> {
  await logout()
  await push()
    .then(({ forgetPush }) => forgetPush(identity.account))
    .catch(() => undefined)
  const [{ closeLocalData }, { eraseLocalDatabase }] = await Promise.all([
    import('../database/local-data.ts'),
    import('../../../sync/device/erase.ts'),
  ])
  await closeLocalData()
  return eraseLocalDatabase(identity)
}

/** A device that cannot store the mark still logs out; the next login of somebody else seals the account. */
async function noteLeft(identity: Identity): Promise<void> {
  const keyring = await import('../../../sync/device/accounts.ts')
  await keyring.noteLeft(identity).catch(() => undefined)
}

/** Reports to the server what stays unsent on this device: after the logout nobody else can (WORK-7). */
async function reportUnsent(): Promise<void> {
  const { auth } = sessionStore.get()
  if (auth?.account.kind !== 'personnel') return
  const { reportBeforeLogout } = await import('../seal/report-before-logout.ts')
  await reportBeforeLogout(auth.token)
}

/** The answers that a customer read are for them alone: they are removed with their session. */
export async function forgetSeen(companyId: string, clientId: string): Promise<void> {
  const { wipeSeen } = await import('../api/seen-store.ts')
  await wipeSeen({ companyId, clientId })
}

/** A company that the server proposes on an unknown host, in demo mode only. */
export interface ProposedCompany {
  key: string
  NOM: string
  url?: string
}
export type CompanyAnswer =
  | { state: 'known' }
  | { state: 'unknown'; companies: ProposedCompany[] }
  | { state: 'unreachable' }

const proposedBy = (error: AppError): ProposedCompany[] => {
  const body = (error.details as { body?: { details?: { companies?: unknown } } } | undefined)?.body
  const companies = body?.details?.companies
  return Array.isArray(companies) ? (companies as ProposedCompany[]) : []
}

/** Refreshes the host's company (theme, zone, help link); with no network the last known one stays. */
export async function refreshCompany(): Promise<CompanyAnswer> {
  try {
    const company = await callApi('/lolapp/start', isCompany, { ownRefusal: true, silent: true })
    const { auth, company: known } = sessionStore.get()
    // A signed-in person works in their company's local database: an answer about another company, sent by mistake, must not move them.
    if (auth && known && known.id !== company.id) return { state: 'unreachable' }
    // The place that an administrator had taken there has ended meanwhile: the admin domain keeps no company.
    if (isAdminHost() && auth === null) return { state: 'unreachable' }
    sessionStore.setCompany(company)
    return { state: 'known' }
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      return { state: 'unknown', companies: proposedBy(error) }
    }
    return { state: 'unreachable' }
  }
}

/** Refreshes who I am (roles, agencies, names and colours) after an administrator changed them; silent when it cannot. */
export async function refreshAccount(): Promise<void> {
  const { auth } = sessionStore.get()
  // A customer's space asks for its customer's data itself.
  if (auth?.account.kind !== 'personnel') return
  try {
    const [personnel, labels] = await Promise.all([fetchAccount(auth.account.id, undefined), fetchLabels(undefined)])
    // The user may have logged out, or another one in, while the answer was on its way.
    if (sessionStore.get().auth?.token !== auth.token) return
    sessionStore.setLabels(labels)
    sessionStore.setAuth({ ...auth, account: accountOf(personnel) })
  } catch {
    // Offline or refused: the stored session still opens the app; the synchronisation reports an ended session by itself.
  }
}
