import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import type { Encryption } from './backup/encryption.ts'
import type { S3Settings } from './ports/files/s3-files.ts'
import { isLegacyPath } from './ports/legacy/legacy-proxy.ts'
import type { PortsConfig } from './ports/ports.ts'
import { keyOfFolder } from './secrets.ts'
import { mistypedSetting } from './setting-names.ts'

/** Settings of the environment, read once at start. */
export interface Config {
  port: number
  /** Host to listen on: loopback unless HOST says otherwise. */
  host: string
  /** Folder of the embedded database. */
  dataDir: string
  /** Set by DATA_DIR, and not the default. */
  dataDirIsGiven: boolean
  /** PostgreSQL instead of the embedded database. */
  databaseUrl: string | null
  databaseAppUrl: string | null
  /** Address of PostgreSQL for LISTEN, without the pooler that shares sessions between clients (OPS-09). */
  databaseListenUrl: string | null
  /** PostgreSQL connections of this process. */
  databaseConnections: number
  /** Demo companies on an empty database, and their list on an unknown host. */
  demo: boolean
  /** Folder of the built web app. */
  webDir: string
  /** Set by WEB_DIR: the web app was built elsewhere. */
  webIsGiven: boolean
  /** Base of the API as the web app calls it (`/config.json`). */
  apiBase: string
  /** Style of an online map (`/config.json`); null: the built-in map alone. */
  mapStyle: string | null
  /** Folder of the detailed maps that devices may keep; null: none is offered. */
  mapPacksDir: string | null
  /** Address that links in mails start from: companies and the admin domain are its subdomains. */
  publicUrl: string
  /** The administrators' console. */
  tinker: boolean
  /** Requests a minute from one address. */
  rateLimit: number
  /** Addresses and networks of the proxies whose X-Forwarded-For is trusted (OPS-03), because anybody may send that header. */
  trustProxy: string[]
  /** `mailto:` or https address of /.well-known/security.txt; null: there is none. */
  securityContact: string | null
  /** Hint streams that one session, and one company on one process, may hold. */
  streams: { perSession: number; perCompany: number }
  /** Minutes without use after which an administrator's session ends. */
  adminIdleMinutes: number
  /** Minutes during which a given password or second factor counts for routes with `config.reauth`. */
  reauthMinutes: number
  /** Folder of the backups that administrators ask for. */
  backupDir: string
  /** How many of them are kept. */
  backupKeep: number
  /** Who can open them; null: they are not encrypted, and do not hold the installation's key. */
  backupEncryption: Encryption | null
  /** 32 bytes from which the server's secrets are derived: SECRET_KEY, or the embedded installation's own (`<DATA_DIR>/secret.key`). */
  secretKey: () => Buffer
  /** Providers of mail, SMS, push, geocoding … */
  ports: PortsConfig
  /** Former SECRET_KEYs, the latest first: evidence that they sealed can still be checked, and what they sealed in the database is sealed again. */
  formerSecretKeys: Buffer[]
  /** Fingerprint of a SECRET_KEY that was lost. */
  lostSecretKey: string | null
  evidenceHeads: EvidenceHeads
  /** Bytes of files that one company may keep. */
  fileQuota: number
  logLevel: string
  /** Form of what the start prints: `text` for a person, `json` for a program, one line for each event like all of the log. */
  logFormat: 'text' | 'json'
  /** Bearer token of the readers of /metrics; null: this machine and `monitoringFrom` may. */
  metricsToken: string | null
  /** Addresses and networks of the monitoring: for /livez, /readyz, and /metrics when there is no token. */
  monitoringFrom: string[]
  /** Seconds that a stopping server goes on serving, while /readyz says that it stops. */
  drainSeconds: number
}

/** Where the heads of the chains of evidence are kept outside of the database. */
export interface EvidenceHeads {
  file: string
  mail: string | null
  /** Address of a time-stamping authority (RFC 3161). */
  timestampUrl: string | null
}

/** A wrong setting; the message is French and says what to write. */
export class ConfigError extends Error {}

const LOG_FORMATS = ['text', 'json'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

type Env = Readonly<Record<string, string | undefined>>

/** @throws ConfigError */
export function readConfig(env: Env): Config {
  refuseMistyped(env)
  const databaseUrl = postgresUrl(env, 'DATABASE_URL')
  const demo = demonstration(env, databaseUrl === null)
  const logFormat = choice(env, 'LOG_FORMAT', LOG_FORMATS, demo ? 'text' : 'json')
  return {
    port: integer(env, { name: 'PORT', byDefault: 3000, min: 1, max: 65_535 }),
    host: env.HOST || 'localhost',
    dataDir: resolve(env.DATA_DIR || './data'),
    dataDirIsGiven: Boolean(env.DATA_DIR),
    databaseUrl,
    databaseAppUrl: postgresUrl(env, 'DATABASE_APP_URL'),
    databaseListenUrl: postgresUrl(env, 'DATABASE_LISTEN_URL'),
    databaseConnections: integer(env, { name: 'DATABASE_CONNECTIONS', byDefault: 10, min: 1, max: 500 }),
    demo,
    webDir: resolve(env.WEB_DIR || './dist'),
    webIsGiven: Boolean(env.WEB_DIR),
    apiBase: apiBase(env),
    mapStyle: httpUrl(env, 'MAP_STYLE_URL'),
    mapPacksDir: existingFolder(env, 'MAP_PACKS_DIR'),
    publicUrl: publicUrl(env),
    tinker: flag(env, 'TINKER', false),
    rateLimit: integer(env, { name: 'RATE_LIMIT', byDefault: 6000, min: 1, max: 10_000_000 }),
    // Never « any »: the header's first address is whatever the client wrote.
    trustProxy: networks(env, 'TRUST_PROXY', 'les adresses de vos proxys'),
    securityContact: contact(env, 'SECURITY_CONTACT'),
    streams: {
      perSession: integer(env, { name: 'STREAMS_PER_SESSION', byDefault: 4, min: 1, max: 1_000_000 }),
      perCompany: integer(env, { name: 'STREAMS_PER_COMPANY', byDefault: 1000, min: 1, max: 1_000_000 }),
    },
    adminIdleMinutes: integer(env, { name: 'ADMIN_IDLE_MINUTES', byDefault: 30, min: 1, max: 720 }),
    reauthMinutes: integer(env, { name: 'REAUTH_MINUTES', byDefault: 15, min: 1, max: 720 }),
    backupDir: resolve(env.BACKUP_DIR || join(env.DATA_DIR || './data', 'backups')),
    backupKeep: integer(env, { name: 'BACKUP_KEEP', byDefault: 7, min: 1, max: 1000 }),
    backupEncryption: backupEncryption(env),
    secretKey: secretKey(env),
    ports: ports(env, demo),
    formerSecretKeys: formerSecretKeys(env),
    lostSecretKey: env.SECRET_KEY_LOST || null,
    evidenceHeads: {
      file: resolve(env.EVIDENCE_HEADS_FILE || join(env.DATA_DIR || './data', 'evidence-heads.jsonl')),
      mail: mailAddress(env, 'EVIDENCE_HEADS_MAIL'),
      timestampUrl: httpUrl(env, 'EVIDENCE_TSA_URL'),
    },
    fileQuota: integer(env, { name: 'FILE_QUOTA_GB', byDefault: 5, min: 1, max: 100_000 }) * 1024 ** 3,
    logFormat,
    // A person at a terminal wants to see errors, a program keeps every request.
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, logFormat === 'text' ? 'warn' : 'info'),
    metricsToken: metricsToken(env),
    monitoringFrom: networks(env, 'MONITORING_FROM', 'les adresses de votre supervision'),
    drainSeconds: integer(env, { name: 'DRAIN_SECONDS', byDefault: 0, min: 0, max: 300 }),
  }
}

/** The value may be a secret: never repeated. */
function refuseMistyped(env: Env): void {
  const found = mistypedSetting(env)
  if (found === null) return
  throw new ConfigError(
    `${found.name} n'est pas un réglage de Lolapp, qui connaît ${found.meant} : corrigez le nom, ou retirez cette variable.`,
  )
}

/** `https://<label>.<domain>` of a company's key, or of 'admin'. */
export const originOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, label: string): string =>
  publicUrl.replace('://', `://${label}.`)

/** Never taken from a request: its sender chooses the Host, and a link in a mail may hold a token. */
function publicUrl(env: Env): string {
  const text = env.PUBLIC_URL
  if (!text) return `http://localhost:${env.PORT || 3000}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.username) return url.origin
  throw new ConfigError(
    `PUBLIC_URL=${text} n'est pas valide : donnez l'adresse dont les entreprises sont des sous-domaines, par exemple https://lolapp.example.com.`,
  )
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/**
 * SET-01: the demonstration's passwords are published, and its outbox shows codes. So it is open to this machine only and sends nothing out; a server with a
 * public address has none by default.
 */
function demonstration(env: Env, byDefault: boolean): boolean {
  const obstacle = ['PUBLIC_URL', 'SMTP_URL', 'SMS_BREVO_KEY'].find((name) => env[name])
  const outside = obstacle ?? (env.HOST && !isLoopback(env.HOST) ? 'HOST' : undefined)
  const asked = flag(env, 'DEMO', byDefault && outside === undefined)
  if (!asked || outside === undefined) return asked
  throw new ConfigError(
    `La démonstration a des mots de passe publics : elle est refusée avec ${outside}. Retirez DEMO, puis créez un administrateur : npm run admin -- --mail vous@votre-domaine.fr`,
  )
}

const isNetwork = (text: string): boolean => {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)))
}

function networks(env: Env, name: string, what: string): string[] {
  const all = listOf(env[name])
  if (all.every(isNetwork)) return all
  throw new ConfigError(`${name}=${env[name]} n'est pas valide : donnez ${what}, par exemple 127.0.0.1,10.0.0.0/24.`)
}

/** The value is a secret: never repeated. */
function metricsToken(env: Env): string | null {
  const text = env.METRICS_TOKEN
  if (!text) return null
  if (/^[\x21-\x7e]{24,200}$/.test(text)) return text
  throw new ConfigError(
    "METRICS_TOKEN n'est pas valide : donnez au moins 24 caractères sans espace ni accent (openssl rand -hex 32).",
  )
}

interface IntegerSetting {
  name: string
  byDefault: number
  min: number
  max: number
}

function integer(env: Env, { name, byDefault, min, max }: IntegerSetting): number {
  const text = env[name]
  if (!text) return byDefault
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new ConfigError(`${name}=${text} n'est pas valide : donnez un nombre entier de ${min} à ${max}.`)
}

function flag(env: Env, name: string, byDefault: boolean): boolean {
  const text = env[name]?.toLowerCase()
  if (!text) return byDefault
  if (['1', 'true', 'oui', 'on'].includes(text)) return true
  if (['0', 'false', 'non', 'off'].includes(text)) return false
  throw new ConfigError(`${name}=${env[name]} n'est pas valide : donnez 1 ou 0.`)
}

function choice<T extends string>(env: Env, name: string, values: readonly T[], byDefault: T): T {
  const text = env[name]
  if (!text) return byDefault
  const known = values.find((value) => value === text)
  if (known) return known
  throw new ConfigError(`${name}=${text} n'est pas valide : choisissez parmi ${values.join(', ')}.`)
}

/** Read when the server starts, not with the configuration, because reading settings must create no file. */
function secretKey(env: Env): () => Buffer {
  const text = env.SECRET_KEY
  if (!text) return () => keyOfFolder(resolve(env.DATA_DIR || './data'))
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new ConfigError("SECRET_KEY n'est pas valide : donnez 64 chiffres hexadécimaux (openssl rand -hex 32).")
  }
  return () => Buffer.from(text, 'hex')
}

/** The values are secrets: never repeated. */
function formerSecretKeys(env: Env): Buffer[] {
  const all = listOf(env.SECRET_KEY_FORMER)
  if (all.every((text) => /^[0-9a-f]{64}$/i.test(text))) return all.map((text) => Buffer.from(text, 'hex'))
  throw new ConfigError(
    "SECRET_KEY_FORMER n'est pas valide : donnez les anciennes SECRET_KEY, la plus récente d'abord, séparées par des virgules.",
  )
}

/** The value is never repeated, because it may be a private key by mistake. Whether it is a valid key is checked before the server serves. */
function backupEncryption(env: Env): Encryption | null {
  const { BACKUP_RECIPIENT: text, BACKUP_PASSPHRASE_FILE: file } = env
  if (text && file)
    throw new ConfigError('BACKUP_RECIPIENT et BACKUP_PASSPHRASE_FILE ne vont pas ensemble : gardez l’un des deux.')
  if (file) return { kind: 'passphrase', file: resolve(file) }
  if (!text) return null
  const recipients = listOf(text)
  if (recipients.length > 0 && recipients.every((one) => /^age1[02-9ac-hj-np-z]{58}$/.test(one)))
    return { kind: 'recipients', recipients }
  throw new ConfigError(
    "BACKUP_RECIPIENT n'est pas valide : donnez une clé publique (age1…, « npm run backup-key » en fait une), ou plusieurs séparées par des virgules.",
  )
}

const isMailAddress = (text: string): boolean => /^[^\s@<>,]+@[^\s@<>,]+$/.test(text)

function mailAddress(env: Env, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (isMailAddress(text)) return text
  throw new ConfigError(`${name}=${text} n'est pas valide : donnez une adresse email.`)
}

/** A mail address, or a page, as an address (RFC 9116, RFC 8292). */
function contact(env: Env, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return new URL(text).href
  const mail = text.replace(/^mailto:/, '')
  if (isMailAddress(mail)) return `mailto:${mail}`
  throw new ConfigError(`${name}=${text} n'est pas valide : donnez une adresse email ou une page https.`)
}

/** The value itself is never repeated: it holds a password. */
function postgresUrl(env: Env, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text
  throw new ConfigError(
    `${name} n'est pas une adresse PostgreSQL : écrivez postgresql://utilisateur:mot-de-passe@serveur:5432/base.`,
  )
}

function apiBase(env: Env): string {
  const text = env.API_BASE
  if (!text) return '/api'
  if (text.startsWith('/') || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)))
    return text.replace(/\/+$/, '')
  throw new ConfigError(`API_BASE=${text} n'est pas valide : donnez un chemin (/api) ou une adresse https://….`)
}

/** External services: each one without its setting has its embedded replacement. */
function ports(env: Env, demo: boolean): PortsConfig {
  return {
    // SET-01: an account that somebody enters in the demonstration must not send either.
    sms: demo ? null : { key: smsKey(env), baseUrl: httpUrl(env, 'SMS_BREVO_URL') ?? 'https://api.brevo.com/v3' },
    smsSender: smsSender(env),
    ...mail(env),
    keepsMails: demo,
    companySmtpAllowPrivate: flag(env, 'COMPANY_SMTP_ALLOW_PRIVATE', false),
    files: { folder: join(resolve(env.DATA_DIR || './data'), 'files'), s3: s3Settings(env) },
    fintecture: { baseUrl: httpUrl(env, 'FINTECTURE_URL') ?? 'https://api.fintecture.com' },
    push: { privateKey: vapidKey(env), subject: contact(env, 'VAPID_SUBJECT') ?? 'mailto:support@example.com' },
    geocoderUrl: httpUrl(env, 'GEOCODER_URL'),
    legacy: {
      paths: legacyPaths(env),
      tokens: legacyTokens(env),
      allowPrivate: flag(env, 'LEGACY_ALLOW_PRIVATE', false),
    },
  }
}

/** `smtp://utilisateur:mot-de-passe@serveur:587` or `smtps://…:465`; never repeated: it holds a password. */
function mail(env: Env): Pick<PortsConfig, 'smtp' | 'mailFrom'> {
  const mailFrom = env.MAIL_FROM || 'ne-pas-repondre@example.com'
  if (!isMailAddress(mailFrom))
    throw new ConfigError(`MAIL_FROM=${mailFrom} n'est pas valide : donnez une adresse email.`)
  const text = env.SMTP_URL
  if (!text) return { smtp: null, mailFrom }
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol) || new URL(text).hostname === '')
    throw new ConfigError(
      "SMTP_URL n'est pas valide : écrivez smtp://utilisateur:mot-de-passe@serveur:587 ou smtps://…@serveur:465.",
    )
  if (!env.MAIL_FROM) throw new ConfigError('MAIL_FROM est nécessaire avec SMTP_URL : l’adresse des expéditions.')
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  return {
    smtp: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      user: decoded(url.username) || null,
      password: decoded(url.password) || null,
    },
    mailFrom,
  }
}

/** A part of SMTP_URL: a « % » of a password that is not written as an address writes it cannot be told from an escape. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new ConfigError(
      "SMTP_URL n'est pas valide : le nom ou le mot de passe a un signe qu'une adresse écrit autrement (« % » s’y écrit %25, « @ » %40, « / » %2F).",
    )
  }
}

/** The value is a secret: never repeated. What no header can hold (a mark that a copied page brought along) would make the outcome of each SMS unknown. */
function smsKey(env: Env): string | null {
  const text = env.SMS_BREVO_KEY?.trim()
  if (!text) return null
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new ConfigError("SMS_BREVO_KEY n'est pas valide : donnez la clé sans espace ni accent, comme Brevo la montre.")
}

function smsSender(env: Env): string {
  const text = env.SMS_SENDER || 'Lolapp'
  if (/^[A-Za-z0-9 ]{3,11}$/.test(text)) return text
  throw new ConfigError(`SMS_SENDER=${text} n'est pas valide : donnez 3 à 11 lettres sans accent ou chiffres.`)
}

/** The value is a secret: never repeated. */
function vapidKey(env: Env): Buffer | null {
  const text = env.VAPID_PRIVATE_KEY
  if (!text) return null
  const key = Buffer.from(text, 'base64url')
  if (key.length === 32) return key
  throw new ConfigError("VAPID_PRIVATE_KEY n'est pas valide : donnez les 32 octets de la clé privée en base64url.")
}

function httpUrl(env: Env, name: string): string | null {
  const text = env[name]
  if (!text) return null
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '')
  throw new ConfigError(`${name}=${text} n'est pas valide : donnez une adresse https://….`)
}

function existingFolder(env: Env, name: string): string | null {
  const text = env[name]
  if (!text) return null
  const folder = resolve(text)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new ConfigError(`${name}=${text} n'est pas valide : donnez un dossier qui existe.`)
}

/** Files go to S3 as soon as S3_BUCKET is given; then the keys must be, too. The secret is never repeated. */
function s3Settings(env: Env): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket) {
    if (!S3_ENDPOINT && !accessKeyId && !secretAccessKey) return null
    throw new ConfigError('S3_BUCKET manque : donnez le nom du compartiment S3, ou retirez les autres réglages S3_*.')
  }
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError('S3_ACCESS_KEY_ID et S3_SECRET_ACCESS_KEY manquent : donnez les clés du compartiment S3.')
  }
  const endpoint = S3_ENDPOINT || null
  if (endpoint !== null && !(URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol))) {
    throw new ConfigError(`S3_ENDPOINT=${endpoint} n'est pas valide : donnez une adresse https://….`)
  }
  return {
    endpoint,
    region: env.S3_REGION || 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: flag(env, 'S3_FORCE_PATH_STYLE', endpoint !== null),
  }
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** One that no call can match would leave the legacy system unread, and say nothing. */
function legacyPaths(env: Env): string[] {
  const paths = listOf(env.LEGACY_PATHS).map((path) => path.replace(/^\/+|\/+$/g, ''))
  if (paths.every(isLegacyPath)) return paths
  throw new ConfigError(
    `LEGACY_PATHS=${env.LEGACY_PATHS} n'est pas valide : donnez des chemins, sans adresse de serveur, séparés par des virgules, par exemple stocks,tarifs/2026.`,
  )
}

/** `demo:jeton,autre:jeton`, by company key. Secrets: never repeated. */
function legacyTokens(env: Env): Map<string, string> {
  return new Map(
    listOf(env.LEGACY_TOKENS).map((part) => {
      const [, key, token] = part.match(/^([a-z0-9-]+):([\x21-\x7e]+)$/) ?? []
      if (key === undefined || token === undefined)
        throw new ConfigError("LEGACY_TOKENS n'est pas valide : écrivez entreprise:jeton,entreprise:jeton.")
      return [key, token]
    }),
  )
}
