import type { Secrets } from '../secrets.ts'
import type { SmtpSettings } from './delivery.ts'
import type { Files } from './files/files.ts'
import { folderFiles } from './files/folder-files.ts'
import { type S3Settings, s3Files } from './files/s3-files.ts'
import { embeddedGeocoder } from './geocoder/embedded-geocoder.ts'
import type { Geocoder } from './geocoder/geocoder.ts'
import { geoplateforme } from './geocoder/geoplateforme.ts'
import { sendOutbound } from './http/outbound.ts'
import type { LegacyPort } from './legacy/legacy.ts'
import { legacyProxy } from './legacy/legacy-proxy.ts'
import type { MailPort } from './mail/mail.ts'
import { smtpMail } from './mail/smtp-mail.ts'
import { fintecturePayments } from './payments/fintecture.ts'
import type { PaymentsPort } from './payments/payments.ts'
import type { PushPort } from './push/push.ts'
import { vapidKeyOf, webPush } from './push/web-push.ts'
import { brevoSms } from './sms/brevo-sms.ts'
import { embeddedSms } from './sms/embedded-sms.ts'
import type { SmsPort } from './sms/sms.ts'

/** External services, as the server uses them. Each has an embedded default that needs nothing, and a real adapter. */
export interface Ports {
  mail: MailPort
  sms: SmsPort
  push: PushPort
  files: Files
  payments: PaymentsPort
  geocoder: Geocoder
  legacy: LegacyPort
}

/** Settings of the external services from the environment (config.ts). */
export interface PortsConfig {
  /** The platform's mail server; null: only companies with a server of their own send mails. */
  smtp: SmtpSettings | null
  /** The demonstration: mails without a server stay in the outbox. */
  keepsMails: boolean
  mailFrom: string
  /** Null: nothing is sent for anybody (the demonstration). Null key: only companies with an account of their own send. */
  sms: { key: string | null; baseUrl: string } | null
  /** Sender of companies without one: 11 letters or digits. */
  smsSender: string
  /** Contact for push services. Null key: derived from the installation's secret. */
  push: { privateKey: Buffer | null; subject: string }
  /** Store of the drive's bytes: the folder, unless there is an object store. */
  /** Companies' own mail servers may be in our network. */
  companySmtpAllowPrivate: boolean
  files: { folder: string; s3: S3Settings | null }
  /** The payment provider; each company has an account of its own there, or none. */
  fintecture: { baseUrl: string }
  /** `https://data.geopf.fr/geocodage/search`; null: the built-in communes. */
  geocoderUrl: string | null
  /** Paths of the legacy systems that may be read; bearers by company key. */
  legacy: { paths: readonly string[]; tokens: ReadonlyMap<string, string>; allowPrivate: boolean }
}

export interface PortsDeps {
  secrets: Secrets
  /** Called when a provider does not answer and another answer replaces its own. */
  onError?: (error: unknown) => void
}

export function createPorts(config: PortsConfig, { secrets, onError = () => undefined }: PortsDeps): Ports {
  const files = config.files.s3 === null ? folderFiles(config.files.folder) : s3Files(config.files.s3)
  return {
    files,
    mail: smtpMail({
      platform: config.smtp,
      from: config.mailFrom,
      name: 'Lolapp',
      secrets,
      readFile: (key) => files.get(key),
      keepsMails: config.keepsMails,
      allowPrivate: config.companySmtpAllowPrivate,
    }),
    sms: config.sms
      ? brevoSms({ ...config.sms, sender: config.smsSender, secrets, send: sendOutbound })
      : embeddedSms(),
    push: webPush({
      privateKey: config.push.privateKey ?? vapidKeyOf(secrets),
      subject: config.push.subject,
      send: sendOutbound,
    }),
    payments: fintecturePayments({ ...config.fintecture, send: sendOutbound }),
    geocoder: config.geocoderUrl
      ? geoplateforme({ url: config.geocoderUrl, send: sendOutbound, fallback: embeddedGeocoder(), onError })
      : embeddedGeocoder(),
    legacy: legacyProxy({ ...config.legacy, send: sendOutbound }),
  }
}
