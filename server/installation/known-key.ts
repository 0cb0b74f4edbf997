import { type Kysely, sql, type Transaction } from 'kysely'
import { createSecrets, type Secrets } from '../secrets.ts'
import { type Resealed, resealAll } from './reseal.ts'

/** The installation's key, and what may be done when the database knows another one. */
export interface KnownKey {
  secrets: Secrets
  /** Former keys: what they sealed is sealed again with the present one. */
  former: readonly Secrets[]
  /** Fingerprint of a key that was lost: what it sealed is deleted. */
  lost: string | null
  /** The server changes keys as it starts; a command beside it does not. */
  mayChange: boolean
  /** Receives what the operator must know. */
  tell: (text: string) => void
}

/** A start that would damage what other processes or people rely on. The message is French and says what to do. */
export class KeyRefused extends Error {}

/** Tells one key from another, and shows nothing else of it. */
export const fingerprintOf = (secrets: Secrets): string => secrets.digest('installation', 'fingerprint').slice(0, 32)

interface KeySettings {
  secretKey: () => Buffer
  formerSecretKeys: readonly Buffer[]
  lostSecretKey: string | null
}

export function knownKey(
  { secretKey, formerSecretKeys, lostSecretKey }: KeySettings,
  mayChange: 'the server' | 'a command',
  tell: (text: string) => void = (text) => console.warn(text),
): KnownKey {
  return {
    secrets: createSecrets(secretKey(), formerSecretKeys),
    former: formerSecretKeys.map((key) => createSecrets(key)),
    lost: lostSecretKey,
    mayChange: mayChange === 'the server',
    tell,
  }
}

/**
 * Compares the key with the one that the database knows (OPS-04); a database that knows none takes this one. All in one transaction: an interrupted start has
 * changed nothing.
 * @param refuseServed throws where another process serves the database with the former key
 * @throws KeyRefused
 */
export async function keepKey(
  owner: Kysely<unknown>,
  { secrets, former, lost, mayChange, tell }: KnownKey,
  refuseServed: () => Promise<void>,
): Promise<void> {
  const ours = fingerprintOf(secrets)
  const report = await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7406515::bigint)`.execute(trx)
    const known = await readFingerprint(trx)
    if (known === ours) return null
    const isFormer = former.some((one) => fingerprintOf(one) === known)
    if (known !== null && !isFormer && known !== lost) throw new KeyRefused(otherKeyText(known))
    if (known !== null && !mayChange) throw new KeyRefused(START_FIRST)
    if (known !== null) await refuseServed()
    const keys = { to: secrets, from: former, giveUp: known !== null && known === lost }
    const done = await resealAll(trx, { ...keys, changes: known !== null })
    await sql`insert into installation (key_fingerprint) values (${ours})
      on conflict (id) do update set key_fingerprint = excluded.key_fingerprint`.execute(trx)
    return { changed: known !== null, done }
  })
  if (report) for (const line of reportText(report.changed, report.done)) tell(line)
}

async function readFingerprint(trx: Transaction<unknown>): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`select key_fingerprint as key from installation`.execute(trx)
  return rows[0]?.key ?? null
}

const otherKeyText = (known: string): string =>
  'Cette base de données appartient à une autre SECRET_KEY que celle de ce démarrage : rien n’a été changé.\n' +
  'Remettez celle d’avant (SECRET_KEY, ou le fichier secret.key du dossier de données ou de la sauvegarde).\n' +
  'Pour en changer : arrêtez tous les serveurs, donnez la nouvelle dans SECRET_KEY et celle d’avant dans SECRET_KEY_FORMER, puis démarrez.\n' +
  `Si celle d’avant est perdue : SECRET_KEY_LOST=${known} pour un démarrage ; ce qu’elle scellait sera à saisir de nouveau.`

const START_FIRST =
  'La SECRET_KEY a été changée : démarrez d’abord le serveur, qui scelle de nouveau ce que l’ancienne scellait, puis relancez cette commande.'

function reportText(changed: boolean, { again, unread, calendars, recoveryCodes }: Resealed): string[] {
  const lines = unread.map(({ company, what }) => `À saisir de nouveau, ${company ?? 'administration'} : ${what}.`)
  if (!changed) {
    if (lines.length > 0) lines.unshift('La SECRET_KEY n’ouvre pas tout ce qui est scellé dans la base :')
    return lines
  }
  return [
    `La SECRET_KEY a été changée : ${again} secret(s) de la base sont scellés de nouveau.`,
    ...lines,
    ...(calendars > 0 ? [`À recréer par leurs auteurs : ${calendars} adresse(s) d'agenda.`] : []),
    ...(recoveryCodes > 0 ? [`À renouveler par leurs titulaires : ${recoveryCodes} code(s) de secours.`] : []),
    'Les liens et les codes déjà envoyés ne s’ouvrent plus : renvoyez les devis en attente. Les navigateurs s’abonnent de nouveau aux notifications.',
  ]
}
