/** Settings whose names belong to Lolapp alone, or whose mistake loses data: a variable of almost the same name is a mistyped one. */
const OWN = [
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_APP_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_CONNECTIONS',
  'WEB_DIR',
  'MAP_STYLE_URL',
  'MAP_PACKS_DIR',
  'PUBLIC_URL',
  'RATE_LIMIT',
  'TRUST_PROXY',
  'SECURITY_CONTACT',
  'STREAMS_PER_SESSION',
  'STREAMS_PER_COMPANY',
  'ADMIN_IDLE_MINUTES',
  'REAUTH_MINUTES',
  'BACKUP_KEEP',
  'BACKUP_RECIPIENT',
  'BACKUP_PASSPHRASE_FILE',
  'SECRET_KEY',
  'SECRET_KEY_FORMER',
  'SECRET_KEY_LOST',
  'EVIDENCE_HEADS_FILE',
  'EVIDENCE_HEADS_MAIL',
  'EVIDENCE_TSA_URL',
  'FILE_QUOTA_GB',
  'METRICS_TOKEN',
  'MONITORING_FROM',
  'DRAIN_SECONDS',
  'SMTP_URL',
  'SMS_BREVO_KEY',
  'SMS_BREVO_URL',
  'SMS_SENDER',
  'COMPANY_SMTP_ALLOW_PRIVATE',
  'S3_BUCKET',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
  'FINTECTURE_URL',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  'GEOCODER_URL',
  'LEGACY_PATHS',
  'LEGACY_TOKENS',
  'LEGACY_ALLOW_PRIVATE',
] as const

/** Other programs of the machine use almost the same names (`HOSTS`, `EMAIL_FROM`, `BACKUPDIR`): nothing can be concluded from them. */
const COMMON = [
  'PORT',
  'HOST',
  'DEMO',
  'TINKER',
  'API_BASE',
  'LOG_FORMAT',
  'LOG_LEVEL',
  'MAIL_FROM',
  'BACKUP_DIR',
] as const

/** Every setting that config.ts reads. */
export const SETTINGS: ReadonlySet<string> = new Set([...OWN, ...COMMON])

/**
 * The first variable that is one letter away from a setting that is not given: its value would be ignored, and `DATABASE_URI` for `DATABASE_URL` would start a
 * second, empty installation.
 */
export function mistypedSetting(
  env: Readonly<Record<string, string | undefined>>,
): { name: string; meant: string } | null {
  const missing = OWN.filter((known) => !env[known])
  for (const [name, value] of Object.entries(env)) {
    if (!value || SETTINGS.has(name)) continue
    const meant = missing.find((known) => isOneLetterAway(name, known))
    if (meant !== undefined) return { name, meant }
  }
  return null
}

/** One letter too many, too few or wrong, or two neighbours exchanged. */
function isOneLetterAway(name: string, known: string): boolean {
  const shorter = Math.min(name.length, known.length)
  let start = 0
  while (start < shorter && name[start] === known[start]) start += 1
  let end = 0
  while (end < shorter - start && name.at(-1 - end) === known.at(-1 - end)) end += 1
  const [differs, from] = [name.slice(start, name.length - end), known.slice(start, known.length - end)]
  if (differs.length <= 1 && from.length <= 1) return true
  return differs.length === 2 && from.length === 2 && differs[0] === from[1] && differs[1] === from[0]
}
