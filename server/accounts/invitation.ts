import { notFound, validationError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import { companyName } from '../repositories/companies.ts'
import type { Secrets } from '../secrets.ts'
import { saveCredential } from './credentials.ts'
import { INSTALL_MINUTES, sendPasswordLink } from './password-links.ts'
import { mailableStaff } from './staff-accounts.ts'

interface Invitation {
  secrets: Secrets
  /** Address of a company's app, by its key. */
  originOf: (key: string) => string
  /** The member of the staff. */
  id: string
  /** Account that invites. */
  by: string
  /** Hash of a password that nobody knows, for a person who has no login yet. */
  passwordHash: string
}

/**
 * Mails the app's address and a link to choose a password. After the commit call `app.messages.wake(companyId)`.
 * @returns the address
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (no mail, closed account)
 */
export async function invite(tx: Tx, { secrets, originOf, id, by, passwordHash }: Invitation): Promise<string> {
  const person = await mailableStaff(tx, id)
  if (!person) throw notFound()
  const mail = person.mail ?? person.MAIL?.toLowerCase() ?? null
  if (mail === null) throw validationError({ IDPERSONNEL: ["Cette personne n'a pas d'adresse email"] })
  if (person.disabled === true) throw validationError({ IDPERSONNEL: ['Ce compte est désactivé'] })
  if (person.mail === null) await saveCredential(tx, { id, mail, passwordHash })
  const company = await companyName(tx)
  await sendPasswordLink(tx, secrets, {
    account: `personnel:${id}`,
    mail,
    minutes: INSTALL_MINUTES,
    origin: originOf(company.key),
    code: 'installation',
    name: person.NOM_COMPLET ?? person.NOM,
    by,
  })
  return mail
}
